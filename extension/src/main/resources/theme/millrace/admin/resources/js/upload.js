// Sends a file as the only part of a new job and starts it; a job that cannot be started is cancelled and deleted.
import { post, put, remove } from "./api.js";

/** The file compressed with gzip, as browsers send no request body while they compress it. */
async function compressed(file, progress) {
  let read = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      progress(`Compressing the file: ${Math.floor((100 * read) / file.size)} %`);
      controller.enqueue(chunk);
    },
  });
  return new Response(file.stream().pipeThrough(counter).pipeThrough(new CompressionStream("gzip"))).blob();
}

async function discard(job) {
  await post(`${job}/cancel`);
  await remove(job);
}

/**
 * @param what media type and encoding of the file
 * @param signal ends the upload; the job is deleted then
 * @param progress takes a text for the user
 * @returns the path of the started job and the server's answer to the part
 */
export async function upload(jobs, request, file, what, signal, progress) {
  const created = await post(jobs, request);
  const job = `${jobs}/${created.headers.get("Location").split("/").pop()}`;
  // No second request can be sent then; the server deletes the cancelled job after job-retention-days.
  const leave = () => post(`${job}/cancel`, undefined, { keepalive: true });
  window.addEventListener("pagehide", leave);
  try {
    const body = what.gzip ? file : await compressed(file, progress);
    signal.throwIfAborted();
    progress("Sending the file …");
    const part = await (await put(`${job}/parts/1`, { "Content-Type": what.mediaType, "Content-Encoding": "gzip" }, body, signal)).json();
    signal.throwIfAborted();
    await post(`${job}/start`);
    return { job, part };
  } catch (error) {
    try {
      await discard(job);
    } catch (left) {
      throw new Error(`${error.message} The job of this upload is left open: ${left.message}`, { cause: error });
    }
    throw error;
  } finally {
    window.removeEventListener("pagehide", leave);
  }
}
