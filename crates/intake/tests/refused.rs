//! Archives and databases that mean harm, or are broken: each is refused, with words that say why, and nothing is left outside.

use crescendo_intake::{Database, Limits, unpack};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tar::{Builder, EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

type Tar = Builder<GzEncoder<Vec<u8>>>;

fn tgz(fill: impl FnOnce(&mut Tar)) -> Vec<u8> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    fill(&mut tar);
    tar.into_inner().unwrap().finish().unwrap()
}

/// An entry with a name as it is, which the library would not write.
fn entry(tar: &mut Tar, name: &[u8], kind: EntryType, content: &[u8]) {
    let mut header = Header::new_ustar();
    header.as_mut_bytes()[..name.len()].copy_from_slice(name);
    header.set_entry_type(kind);
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    if kind.is_symlink() || kind.is_hard_link() {
        header.set_link_name("/etc/passwd").unwrap();
    }
    header.set_cksum();
    tar.append(&header, content).unwrap();
}

fn file_tgz(name: &[u8]) -> Vec<u8> {
    tgz(|t| entry(t, name, EntryType::Regular, b"int f;\n"))
}

fn kind_tgz(kind: EntryType) -> Vec<u8> {
    tgz(|t| entry(t, b"src/x", kind, b""))
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A file of a zip with other bits of its mode, or other bytes for its name: patched where they stand.
fn patched(name: &str, other: &[u8]) -> Vec<u8> {
    let mut bytes = zipped(&[(name, b"int f;\n")]);
    let at: Vec<usize> = (0..bytes.len() - name.len()).filter(|i| bytes[*i..].starts_with(name.as_bytes())).collect();
    for i in at {
        bytes[i..i + name.len()].copy_from_slice(other);
    }
    bytes
}

fn link_zip() -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.add_symlink("src/link", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// Name, archive, and a part of what must be said.
fn archives() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let zeros = vec![0u8; 64 << 20];
    let cut = |mut bytes: Vec<u8>, keep: usize| {
        bytes.truncate(keep);
        bytes
    };
    let mut many = Vec::new();
    many.extend((0..40).map(|i| format!("f{i}.c")));
    let many: Vec<(&str, &[u8])> = many.iter().map(|n| (n.as_str(), b"".as_slice())).collect();
    let good = zipped(&[("a.c", b"int f;\n")]);
    let flip = |mut bytes: Vec<u8>, at: usize| {
        bytes[at] ^= 0xff;
        bytes
    };
    vec![
        ("empty", Vec::new(), "neither a .zip nor a .tar.gz"),
        ("text", b"int main(void) { return 0; }\n".to_vec(), "neither a .zip nor a .tar.gz"),
        ("a program", b"\x7fELF\x02\x01\x01".to_vec(), "neither a .zip nor a .tar.gz"),
        ("one byte", vec![b'P'], "neither a .zip nor a .tar.gz"),
        ("bzip2", b"BZh91AY&SY".to_vec(), "neither a .zip nor a .tar.gz"),
        ("zip's start only", b"PK\x03\x04".to_vec(), "cannot be read"),
        ("zip without its end", cut(good.clone(), 40), "cannot be read"),
        ("zip with a wrong sum", flip(good.clone(), 37), "cannot be read"),
        ("zip of nothing", zipped(&[]), "holds no file"),
        ("gzip's start only", vec![0x1f, 0x8b], "cannot be read"),
        (
            "gzip of text",
            {
                let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
                gz.write_all(&[b'x'; 600]).unwrap();
                gz.finish().unwrap()
            },
            "cannot be read",
        ),
        ("tar without its end", cut(file_tgz(b"a.c"), 60), "cannot be read"),
        ("tar of nothing", tgz(|_| {}), "holds no file"),
        ("only folders", tgz(|t| entry(t, b"src/", EntryType::Directory, b"")), "holds no file"),
        ("up", file_tgz(b"../x.c"), "leads out of the archive"),
        ("up in the middle", file_tgz(b"a/../../x.c"), "leads out of the archive"),
        ("up at the end", file_tgz(b"a/.."), "leads out of the archive"),
        ("absolute", file_tgz(b"/tmp/crescendo-intake-was-here.c"), "is absolute"),
        ("a drive", file_tgz(b"C:/x.c"), "is absolute"),
        ("backslashes", file_tgz(b"..\\x.c"), "backslash"),
        ("a line break in a name", file_tgz(b"a\nb.c"), "control character"),
        ("an escape in a name", file_tgz(b"a\x1b[2Jb.c"), "control character"),
        ("turned text in a name", file_tgz("a\u{202e}c.b".as_bytes()), "control character"),
        ("not UTF-8", file_tgz(b"a\xff.c"), "not UTF-8"),
        (
            "a long part",
            tgz(|t| {
                t.append_data(&mut header(), format!("{}.c", "x".repeat(180)), &b"int f;\n"[..]).unwrap();
            }),
            "longer than",
        ),
        (
            "a long name",
            tgz(|t| {
                t.append_data(&mut header(), format!("{}a.c", "d234567890/".repeat(45)), &b"int f;\n"[..]).unwrap();
            }),
            "longer than",
        ),
        ("deep folders", file_tgz(format!("{}a.c", "d/".repeat(40)).as_bytes()), "folders deep"),
        ("symbolic link", kind_tgz(EntryType::Symlink), "is a symbolic link"),
        ("hard link", kind_tgz(EntryType::Link), "is a hard link"),
        ("character device", kind_tgz(EntryType::Char), "is a device"),
        ("block device", kind_tgz(EntryType::Block), "is a device"),
        ("pipe", kind_tgz(EntryType::Fifo), "is a pipe"),
        ("sparse file", kind_tgz(EntryType::GNUSparse), "is a sparse file"),
        ("unknown kind", kind_tgz(EntryType::new(b'Z')), "is a special file"),
        (
            "file and folder",
            tgz(|t| {
                entry(t, b"a", EntryType::Regular, b"x");
                entry(t, b"a/b.c", EntryType::Regular, b"x");
            }),
            "is a file, and a folder",
        ),
        (
            "folder and file",
            tgz(|t| {
                entry(t, b"a/b.c", EntryType::Regular, b"x");
                entry(t, b"a", EntryType::Regular, b"x");
            }),
            "is a file, and a folder",
        ),
        ("twice", tgz(|t| (0..2).for_each(|_| entry(t, b"a.c", EntryType::Regular, b"x"))), "has \"a.c\" twice"),
        (
            "twice, spelled differently",
            tgz(|t| {
                entry(t, b"a.c", EntryType::Regular, b"x");
                entry(t, b"./a.c", EntryType::Regular, b"x");
            }),
            "twice",
        ),
        ("a bomb", tgz(|t| entry(t, b"a.c", EntryType::Regular, &zeros)), "unpacks to more than"),
        ("a bomb in a zip", zipped(&[("a.c", &zeros)]), "times its size"),
        (
            "a bomb of names",
            tgz(|t| entry(t, b"././@LongLink", EntryType::GNULongName, &vec![b'a'; 1 << 20])),
            "has no end",
        ),
        ("a bomb of headers", tgz(|t| entry(t, b"pax", EntryType::XHeader, &vec![b'9'; 1 << 20])), "has no end"),
        ("many files", zipped(&many), "more than 20 files"),
        (
            "many files in a tar",
            tgz(|t| many.iter().for_each(|(n, c)| entry(t, n.as_bytes(), EntryType::Regular, c))),
            "more than 20 files",
        ),
        (
            "up in a long name",
            tgz(|t| {
                entry(t, b"././@LongLink", EntryType::GNULongName, b"../../x.c\0");
                entry(t, b"a.c", EntryType::Regular, b"x");
            }),
            "leads out of the archive",
        ),
        (
            "up in a header",
            tgz(|t| {
                entry(t, b"pax", EntryType::XHeader, b"15 path=../x.c\n");
                entry(t, b"a.c", EntryType::Regular, b"x");
            }),
            "leads out of the archive",
        ),
        ("up in a zip", patched("xx/aaaa.c", b"../../a.c"), "leads out of the archive"),
        ("absolute in a zip", patched("xtmp/aa.c", b"/tmp/aa.c"), "is absolute"),
        ("nul in a zip", patched("aaaa.c", b"aa\0a.c"), "control character"),
        ("link in a zip", link_zip(), "is a symbolic link"),
    ]
}

fn header() -> Header {
    let mut header = Header::new_gnu();
    header.set_size(7);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

#[test]
fn archives_are_refused_with_the_reason() {
    let limits = Limits { entries: 20, bytes: 32 << 20, ratio: 100 };
    for (what, bytes, part) in archives() {
        let folder = tempfile::tempdir().unwrap();
        let (archive, into) = (folder.path().join("archive"), folder.path().join("a/into"));
        fs::write(&archive, bytes).unwrap();
        fs::create_dir_all(&into).unwrap();
        let said = match unpack(&archive, &into, &limits) {
            Ok(unpacked) => panic!("{what}: it was unpacked: {unpacked:?}"),
            Err(e) => e.to_string(),
        };
        assert!(said.contains(part), "{what}: {said}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{what}: something was written outside: {left:?}");
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1, "{what}: something was written outside");
    }
    assert!(!Path::new("/tmp/crescendo-intake-was-here.c").exists());
}

#[test]
fn good_archives_are_taken() {
    let long = format!("{}a.c", "folder/".repeat(20));
    let tar = tgz(|t| {
        entry(t, b"station/", EntryType::Directory, b"");
        entry(t, b"station/src/a.c", EntryType::Regular, b"int f;\n");
        t.append_data(&mut header(), format!("station/{long}"), &b"int g;\n"[..]).unwrap();
    });
    let zip = zipped(&[("station/src/a.c", b"int f;\n"), ("station/x.h", b"")]);
    for (bytes, files) in [(tar, 2), (zip, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let (archive, into) = (folder.path().join("archive"), folder.path().join("into"));
        fs::write(&archive, bytes).unwrap();
        fs::create_dir(&into).unwrap();
        let unpacked = unpack(&archive, &into, &Limits::default()).unwrap();
        assert_eq!((unpacked.root.clone(), unpacked.files), (into.join("station"), files));
        assert_eq!(fs::read_to_string(unpacked.root.join("src/a.c")).unwrap(), "int f;\n");
    }
}

/// A project with a database of this text.
fn project(database: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("src/inc")).unwrap();
    fs::write(folder.path().join("src/a.c"), "int f;\n").unwrap();
    fs::write(folder.path().join("compile_commands.json"), database).unwrap();
    folder
}

#[test]
fn databases_are_refused_with_the_reason() {
    for (text, part) in [
        ("", "is not a compile database"),
        ("{}", "is not a compile database"),
        ("[1]", "is not a compile database"),
        ("[{\"file\": \"a.c\"}]", "is not a compile database"),
        ("[]", "has no entry"),
        (r#"[{"directory": "/h", "file": "/h/src/a.c"}]"#, "neither `arguments` nor `command`"),
        (r#"[{"directory": "/h", "file": "/h/src/a.c", "command": "cc 'x"}]"#, "unclosed quotes"),
        (r#"[{"directory": "/h", "file": "/h/none.c", "command": "cc -c none.c"}]"#, "none of the 1 files"),
        (r#"[{"directory": "/h", "file": "../../../etc/passwd", "command": "cc -c x"}]"#, "none of the 1 files"),
    ] {
        let folder = project(text);
        let said = Database::read(folder.path()).expect_err(text).to_string();
        assert!(said.contains(part), "{text}: {said}");
    }
}

#[test]
fn a_database_moves_with_its_project_and_loses_what_is_not_allowed() {
    let folder = project(
        r#"[{"directory": "/home/ann/st/build", "file": "../src/a.c",
             "command": "ccache /opt/bin/arm-none-eabi-gcc -I../src/inc -I/home/bob -DX=1 -fplugin=e.so -Xclang -load @x -O2 -o a.o -c ../src/a.c"},
            {"directory": "/home/ann/st/build", "file": "/home/ann/st/src/gone.c", "command": "cc -c gone.c"}]"#,
    );
    let database = Database::read(folder.path()).unwrap().expect("there is one");
    let json = String::from_utf8(database.to_json(Path::new("/work/project"))).unwrap();
    assert_eq!(
        json,
        r#"[{"directory":"/work/project/build","file":"/work/project/src/a.c","arguments":["arm-none-eabi-gcc","-I","/work/project/src/inc","-DX=1","-c","/work/project/src/a.c"]}]"#
    );
    let notes = database.notes.join("\n");
    for part in ["1 of the 2 files", "gone.c", "`-fplugin=e.so`", "`-I /home/bob`", "`@x`", "`-Xclang`"] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
}
