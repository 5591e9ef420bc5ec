package org.millrace.testsuite.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes of JAR files and of the JDK with their members, read without loading them. */
final class ClassIndex {
    private static final String CLASS_FILE = ".class";

    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, Optional<Shape>> shapes = new HashMap<>();

    /**
     * What other classes may refer to.
     *
     * @param parents superclass and interfaces
     * @param members names with descriptors
     */
    record Shape(boolean isInterface, List<String> parents, Set<String> members) {}

    /** Adds the classes of a JAR; of several classes of one name, the first is used. Returns the names. */
    Set<String> add(Path jar) {
        Set<String> names = new HashSet<>();
        try (JarFile opened = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(opened.entries())) {
                String path = entry.getName();
                if (path.endsWith(CLASS_FILE) && !path.startsWith("META-INF/")) {
                    String name = path.substring(0, path.length() - CLASS_FILE.length());
                    try (InputStream in = opened.getInputStream(entry)) {
                        files.putIfAbsent(name, in.readAllBytes());
                    }
                    names.add(name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /** Adds all JARs below a directory. */
    void addAll(Path directory) {
        try (Stream<Path> found = Files.walk(directory)) {
            found.filter(path -> path.toString().endsWith(".jar")).sorted().forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class that was added. */
    ClassReader read(String name) {
        byte[] file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException(name + " was not added");
        }
        return new ClassReader(file);
    }

    /** Empty if neither the JARs nor the JDK have the class. */
    Optional<Shape> find(String name) {
        return shapes.computeIfAbsent(name, key -> file(key).map(ClassIndex::shape));
    }

    /** Whether a class that was added has an annotation that makes it a CDI bean. */
    boolean isBean(String name) {
        AtomicBoolean found = new AtomicBoolean();
        read(name)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                                if (descriptor.startsWith("Ljakarta/inject/")
                                        || descriptor.startsWith("Ljakarta/enterprise/")) {
                                    found.set(true);
                                }
                                return null;
                            }
                        },
                        ClassReader.SKIP_CODE);
        return found.get();
    }

    /** Whether a class, or one that it inherits from, has a member. */
    boolean has(String owner, String member) {
        Optional<Shape> shape = find(owner);
        return shape.isPresent()
                && (shape.get().members().contains(member)
                        || shape.get().parents().stream().anyMatch(parent -> has(parent, member)));
    }

    private Optional<byte[]> file(String name) {
        byte[] added = files.get(name);
        if (added != null) {
            return Optional.of(added);
        }
        try (@Nullable InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + CLASS_FILE)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Shape shape(byte[] file) {
        ClassReader read = new ClassReader(file);
        Set<String> members = new HashSet<>();
        read.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        members.add(name + descriptor);
                        return null;
                    }

                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            @Nullable Object value) {
                        members.add(name + ":" + descriptor);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        boolean isInterface = (read.getAccess() & Opcodes.ACC_INTERFACE) != 0;
        // An interface has the methods of Object, too.
        List<String> parents = Stream.concat(Stream.ofNullable(read.getSuperName()), Stream.of(read.getInterfaces()))
                .toList();
        return new Shape(isInterface, parents, members);
    }
}
