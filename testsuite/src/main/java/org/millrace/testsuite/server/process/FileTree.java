package org.millrace.testsuite.server.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A directory with everything in it. */
public final class FileTree {
    private FileTree() {}

    /** Copies a tree to where nothing is yet. */
    public static void copy(Path from, Path to) throws IOException {
        // Nothing of the original lies under the copy, so nothing is linked.
        copy(from, to, to);
    }

    /** Copies a tree; what lies under {@code shared} is linked to the original where the file system can do so. */
    public static void copy(Path from, Path to, Path shared) throws IOException {
        for (Path source : parentsFirst(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            if (source.startsWith(shared) && !Files.isDirectory(source)) {
                Files.createLink(target, source);
            } else {
                Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Deletes a tree if it is there. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            List<Path> paths = parentsFirst(directory);
            paths.sort(Comparator.reverseOrder());
            for (Path path : paths) {
                Files.delete(path);
            }
        }
    }

    private static List<Path> parentsFirst(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.sorted().collect(Collectors.toCollection(ArrayList::new));
        }
    }
}
