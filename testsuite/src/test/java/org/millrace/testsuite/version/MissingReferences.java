package org.millrace.testsuite.version;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** What a class refers to and the class index lacks: classes, methods, fields, and interfaces that are classes. */
final class MissingReferences {
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

    private final ClassIndex index;
    private final List<String> missing = new ArrayList<>();

    private MissingReferences(ClassIndex index) {
        this.index = index;
    }

    static List<String> of(String name, ClassIndex index) {
        MissingReferences references = new MissingReferences(index);
        references.visit(index.read(name));
        return List.copyOf(references.missing);
    }

    private void visit(ClassReader file) {
        char[] buffer = new char[file.getMaxStringLength()];
        for (int i = 1; i < file.getItemCount(); i++) {
            int offset = file.getItem(i);
            if (offset == 0) {
                continue; // The second half of a long or double.
            }
            int tag = file.readByte(offset - 1);
            if (tag == CLASS) {
                requireClass(file.readUTF8(offset, buffer));
            } else if (tag == FIELD || tag == METHOD || tag == INTERFACE_METHOD) {
                int nameAndType = file.getItem(file.readUnsignedShort(offset + 2));
                requireMember(
                        tag,
                        file.readClass(offset, buffer),
                        file.readUTF8(nameAndType, buffer),
                        file.readUTF8(nameAndType + 2, buffer));
            }
        }
    }

    private void requireClass(String name) {
        Type type = Type.getObjectType(name);
        while (type.getSort() == Type.ARRAY) {
            type = type.getElementType();
        }
        if (type.getSort() == Type.OBJECT && index.find(type.getInternalName()).isEmpty()) {
            missing.add("class " + type.getInternalName());
        }
    }

    private void requireMember(int tag, String owner, String name, String descriptor) {
        if (owner.startsWith("[") || owner.startsWith("java/lang/invoke/")) {
            return; // Methods of arrays, and methods with any signature.
        }
        if (index.find(owner).isEmpty()) {
            missing.add("class " + owner);
        } else if (!index.has(owner, tag == FIELD ? name + ":" + descriptor : name + descriptor)) {
            missing.add(owner + "." + name + descriptor);
        } else if (tag != FIELD && index.find(owner).orElseThrow().isInterface() != (tag == INTERFACE_METHOD)) {
            missing.add("interface or class " + owner);
        }
    }
}
