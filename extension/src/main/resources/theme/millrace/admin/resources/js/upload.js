// Sends a file as the only part of a new job and starts it; a job that cannot be started is cancelled and deleted.
import { getJson, post, put, remove, signIn } from "./api.js";

/** Between renewals of the token during an upload, in milliseconds: a closing page cannot obtain one. */
const RENEWAL = 20_000;

/** The file compressed with gzip, as browsers send no request body while they compress it. */
async function compressed(file, signal, progress) {
  let read = 0;
  let shown = -1;
  const counter = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      const percent = Math.floor((100 * read) / file.size);
      if (percent !== shown) {
        shown = percent;
        progress(`Compressing the file: ${percent} %`);
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(file.stream().pipeThrough(counter, { signal }).pipeThrough(new CompressionStream("gzip"))).blob();
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
  const show = (text) => signal.aborted || progress(text);
  const created = await post(jobs, request);
  const job = `${jobs}/${created.headers.get("Location").split("/").pop()}`;
  // No second request can be sent then; the server deletes the cancelled job after job-retention-days.
  const leave = () => post(`${job}/cancel`, undefined, { keepalive: true });
  window.addEventListener("pagehide", leave);
  // A renewal that fails is repeated; the next request reports it.
  const renewal = setInterval(() => signIn().catch(() => {}), RENEWAL);
  let mayRun = false;
  try {
    signal.throwIfAborted();
    const body = what.gzip ? file : await compressed(file, signal, show);
    signal.throwIfAborted();
    show("Sending the file …");
    const part = await (await put(`${job}/parts/1`, { "Content-Type": what.mediaType, "Content-Encoding": "gzip" }, body, signal)).json();
    signal.throwIfAborted();
    mayRun = true;
    const failure = await post(`${job}/start`).then(
      () => null,
      (error) => error,
    );
    // The response to a start that succeeded may be lost.
    mayRun = failure === null || (!(failure.status < 500) && (await getJson(job)).state !== "open");
    if (!mayRun) {
      throw failure;
    }
    return { job, part };
  } catch (error) {
    if (mayRun) {
      throw new Error(`${error.message} Whether the job was started is unknown: the view Jobs shows it.`, { cause: error });
    }
    try {
      await discard(job);
    } catch (left) {
      const failure = new Error(`${error.message} The job of this upload is left open: ${left.message}`, { cause: error });
      throw Object.assign(failure, { isLeftOpen: true });
    }
    throw error;
  } finally {
    clearInterval(renewal);
    window.removeEventListener("pagehide", leave);
  }
}
