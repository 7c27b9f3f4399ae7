//! Source files and positions, as debug info names them.

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in the source. Line 0 means unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PosId(pub u32);

impl PosId {
    pub const NONE: PosId = PosId(0);
}

/// All files and positions of a program; equal ones are stored once.
#[derive(Debug, Default, Clone)]
pub struct SourceMap {
    files: Vec<String>,
    file_ids: HashMap<String, FileId>,
    positions: Vec<Position>,
    position_ids: HashMap<Position, PosId>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        let mut map = SourceMap::default();
        let none = map.file("");
        map.position(Position { file: none, line: 0, column: 0 });
        map
    }

    pub fn file(&mut self, path: &str) -> FileId {
        if let Some(&id) = self.file_ids.get(path) {
            return id;
        }
        let id = FileId(self.files.len() as u32);
        self.files.push(path.to_string());
        self.file_ids.insert(path.to_string(), id);
        id
    }

    pub fn position(&mut self, p: Position) -> PosId {
        if let Some(&id) = self.position_ids.get(&p) {
            return id;
        }
        let id = PosId(self.positions.len() as u32);
        self.positions.push(p);
        self.position_ids.insert(p, id);
        id
    }

    pub fn path(&self, id: FileId) -> &str {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f.as_str()))
    }

    pub fn get(&self, id: PosId) -> Position {
        self.positions[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.len() <= 1
    }

    /// `file.c:12:5`, or `<unknown>`.
    pub fn show(&self, id: PosId) -> String {
        let p = self.get(id);
        if p.line == 0 {
            return "<unknown>".into();
        }
        if p.column == 0 {
            return format!("{}:{}", self.path(p.file), p.line);
        }
        format!("{}:{}:{}", self.path(p.file), p.line, p.column)
    }

    /// Takes over another map; returns the new id of each of its positions and files.
    pub fn absorb(&mut self, other: &SourceMap) -> (Vec<PosId>, Vec<FileId>) {
        let files: Vec<FileId> = other.files.iter().map(|f| self.file(f)).collect();
        let positions =
            other.positions.iter().map(|p| self.position(Position { file: files[p.file.0 as usize], ..*p })).collect();
        (positions, files)
    }
}
