//! search.h: binary trees. glibc's red-black trees, so that `twalk` shows the same shape.
//!
//! A node is a heap block of three words: the key, which programs read through pointers to nodes, then the left and
//! the right subtree. The lowest bit of the left word says that the node is red.

use super::sort::Comparison;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

pub const MODELS: &[Model] = &[
    Model { name: "tsearch", call: tsearch },
    Model { name: "__tsearch", call: tsearch },
    Model { name: "tfind", call: tfind },
    Model { name: "__tfind", call: tfind },
    Model { name: "tdelete", call: tdelete },
    Model { name: "__tdelete", call: tdelete },
    Model { name: "twalk", call: |vm, a| walk(vm, a, None) },
    Model { name: "__twalk", call: |vm, a| walk(vm, a, None) },
    Model { name: "twalk_r", call: |vm, a| walk(vm, a, Some(a.word(2))) },
    Model { name: "tdestroy", call: tdestroy },
    Model { name: "__tdestroy", call: tdestroy },
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

use Side::{Left, Right};

impl Side {
    fn other(self) -> Side {
        if self == Left { Right } else { Left }
    }

    /// Where a comparison leads.
    fn of(order: i32) -> Side {
        if order < 0 { Left } else { Right }
    }
}

/// A place that holds a node: the program's variable, or a child of another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Root(u64),
    Child(u64, Side),
}

/// Trees deeper than this are damaged.
const DEEPEST: usize = 256;
const RED: u64 = 1;

/// The tree in the machine's memory.
struct Tree<'a, 'p> {
    vm: &'a mut Vm<'p>,
}

impl Tree<'_, '_> {
    fn bits(&self) -> u32 {
        self.vm.program.target.pointer_bits
    }

    fn word(&self, node: u64, i: u64) -> u64 {
        node.wrapping_add(i * self.bits() as u64 / 8)
    }

    fn key(&mut self, node: u64) -> Result<u64, Stop> {
        self.vm.read_int(node, self.bits())
    }

    fn get(&mut self, link: Link) -> Result<u64, Stop> {
        let bits = self.bits();
        match link {
            Link::Root(at) => self.vm.read_int(at, bits),
            Link::Child(node, Left) => Ok(self.vm.read_int(self.word(node, 1), bits)? & !RED),
            Link::Child(node, Right) => self.vm.read_int(self.word(node, 2), bits),
        }
    }

    fn set(&mut self, link: Link, node: u64) -> Result<(), Stop> {
        let bits = self.bits();
        match link {
            Link::Root(at) => self.vm.write_int(at, bits, node),
            Link::Child(parent, Left) => {
                let at = self.word(parent, 1);
                let red = self.vm.read_int(at, bits)? & RED;
                self.vm.write_int(at, bits, node | red)
            }
            Link::Child(parent, Right) => self.vm.write_int(self.word(parent, 2), bits, node),
        }
    }

    fn child(&mut self, node: u64, side: Side) -> Result<u64, Stop> {
        self.get(Link::Child(node, side))
    }

    fn set_child(&mut self, node: u64, side: Side, child: u64) -> Result<(), Stop> {
        self.set(Link::Child(node, side), child)
    }

    /// No node is black.
    fn is_red(&mut self, node: u64) -> Result<bool, Stop> {
        Ok(node != 0 && self.vm.read_int(self.word(node, 1), self.bits())? & RED != 0)
    }

    fn paint(&mut self, node: u64, red: bool) -> Result<(), Stop> {
        let (at, bits) = (self.word(node, 1), self.bits());
        let word = self.vm.read_int(at, bits)? & !RED;
        self.vm.write_int(at, bits, word | red as u64)
    }

    /// A node whose children are both red, or one just inserted, becomes red itself; a red parent above it then asks
    /// for a rotation. `path` are the links from the root to the node, `sides` the ways taken.
    fn split(&mut self, path: &[Link], sides: &[Side], inserted: bool) -> Result<(), Stop> {
        let node = self.get(path[path.len() - 1])?;
        let (left, right) = (self.child(node, Left)?, self.child(node, Right)?);
        let both = self.is_red(left)? && self.is_red(right)?;
        if !inserted && !both {
            return Ok(());
        }
        self.paint(node, true)?;
        for child in [left, right] {
            if child != 0 {
                self.paint(child, false)?;
            }
        }
        let [.., above, up, _] = path else { return Ok(()) };
        let parent = self.get(*up)?;
        if !self.is_red(parent)? {
            return Ok(());
        }
        let (side, upper) = (sides[sides.len() - 1], sides[sides.len() - 2]);
        let grandparent = self.get(*above)?;
        if side != upper {
            // The node goes to the top, its parent and grandparent below it.
            self.paint(parent, true)?;
            self.paint(grandparent, true)?;
            self.paint(node, false)?;
            let (inner, outer) = if side == Left { (right, left) } else { (left, right) };
            self.set_child(parent, side, inner)?;
            self.set_child(node, side.other(), parent)?;
            self.set_child(grandparent, side.other(), outer)?;
            self.set_child(node, side, grandparent)?;
            self.set(*above, node)
        } else {
            // The parent goes to the top.
            self.set(*above, parent)?;
            self.paint(parent, false)?;
            self.paint(grandparent, true)?;
            let inner = self.child(parent, side.other())?;
            self.set_child(grandparent, side, inner)?;
            self.set_child(parent, side.other(), grandparent)
        }
    }

    /// A subtree has one black node too few on all its paths: `path` leads to the parent of its root `node`.
    fn rebalance(&mut self, mut path: Vec<Link>, mut node: u64) -> Result<(), Stop> {
        while let Some(&link) = path.last() {
            if self.is_red(node)? {
                break;
            }
            let mut link = link;
            let parent = self.get(link)?;
            let side = if node == self.child(parent, Left)? { Left } else { Right };
            let mut sibling = self.child(parent, side.other())?;
            if self.is_red(sibling)? {
                self.paint(sibling, false)?;
                self.paint(parent, true)?;
                let inner = self.child(sibling, side)?;
                self.set_child(parent, side.other(), inner)?;
                self.set_child(sibling, side, parent)?;
                self.set(link, sibling)?;
                link = Link::Child(sibling, side);
                path.push(link);
                sibling = self.child(parent, side.other())?;
            }
            let (near, far) = (self.child(sibling, side)?, self.child(sibling, side.other())?);
            let (near_red, far_red) = (self.is_red(near)?, self.is_red(far)?);
            if !near_red && !far_red {
                self.paint(sibling, true)?;
                node = parent;
                path.pop();
                continue;
            }
            let red = self.is_red(parent)?;
            if !far_red {
                self.paint(near, red)?;
                let (a, b) = (self.child(near, side)?, self.child(near, side.other())?);
                self.set_child(parent, side.other(), a)?;
                self.set_child(sibling, side, b)?;
                self.set_child(near, side.other(), sibling)?;
                self.set_child(near, side, parent)?;
                self.set(link, near)?;
                self.paint(parent, false)?;
            } else {
                self.paint(sibling, red)?;
                self.paint(parent, false)?;
                self.paint(far, false)?;
                self.set_child(parent, side.other(), near)?;
                self.set_child(sibling, side, parent)?;
                self.set(link, sibling)?;
            }
            return Ok(());
        }
        if node != 0 { self.paint(node, false) } else { Ok(()) }
    }
}

fn damaged() -> Stop {
    Stop::Unsupported("a search tree whose nodes the program has changed".into())
}

/// Key, where the root is, comparison.
fn tsearch(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (key, root) = (a.word(0), a.word(1));
    if root == 0 {
        return Ok(Reply::Word(0));
    }
    let mut tree = Tree { vm };
    let first = tree.get(Link::Root(root))?;
    let mut path = vec![Link::Root(root)];
    let mut sides = Vec::new();
    if first != 0 {
        tree.paint(first, false)?;
        let compare = Comparison::new(tree.vm, a.word(2), None)?;
        let mut node = first;
        loop {
            let at = tree.key(node)?;
            let order = compare.call(tree.vm, key, at)?;
            if order == 0 {
                return Ok(node.into());
            }
            tree.split(&path, &sides, false)?;
            let side = Side::of(order);
            sides.push(side);
            path.push(Link::Child(node, side));
            node = tree.child(node, side)?;
            if node == 0 {
                break;
            }
            if path.len() > DEEPEST {
                return Err(damaged());
            }
        }
    }
    let bytes = 3 * tree.bits() as u64 / 8;
    let new = tree.vm.heap_allocate(bytes)?;
    if new == 0 {
        return Ok(Reply::Word(0));
    }
    let bits = tree.bits();
    for (i, word) in [key, RED, 0].into_iter().enumerate() {
        let at = tree.word(new, i as u64);
        tree.vm.write_int(at, bits, word)?;
    }
    tree.set(path[path.len() - 1], new)?;
    if path.len() > 1 {
        tree.split(&path, &sides, true)?;
    }
    Ok(new.into())
}

fn tfind(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(1) == 0 {
        return Ok(Reply::Word(0));
    }
    let mut tree = Tree { vm };
    let mut node = tree.get(Link::Root(a.word(1)))?;
    while node != 0 {
        let compare = Comparison::new(tree.vm, a.word(2), None)?;
        let at = tree.key(node)?;
        match compare.call(tree.vm, a.word(0), at)? {
            0 => break,
            order => node = tree.child(node, Side::of(order))?,
        }
    }
    Ok(node.into())
}

/// Gives the parent of the deleted node, or something that is not null.
fn tdelete(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (key, root) = (a.word(0), a.word(1));
    if root == 0 {
        return Ok(Reply::Word(0));
    }
    let mut tree = Tree { vm };
    let mut link = Link::Root(root);
    let mut node = tree.get(link)?;
    if node == 0 {
        return Ok(Reply::Word(0));
    }
    let compare = Comparison::new(tree.vm, a.word(2), None)?;
    let mut parent = node;
    let mut path = Vec::new();
    loop {
        let at = tree.key(node)?;
        let order = compare.call(tree.vm, key, at)?;
        if order == 0 {
            break;
        }
        path.push(link);
        parent = node;
        link = Link::Child(node, Side::of(order));
        node = tree.get(link)?;
        if node == 0 {
            return Ok(Reply::Word(0));
        }
        if path.len() > DEEPEST {
            return Err(damaged());
        }
    }
    // A node with two children takes the key of its successor, and that one goes.
    let mut gone = node;
    if tree.child(node, Left)? != 0 && tree.child(node, Right)? != 0 {
        path.push(link);
        link = Link::Child(node, Right);
        loop {
            gone = tree.get(link)?;
            if tree.child(gone, Left)? == 0 {
                break;
            }
            path.push(link);
            link = Link::Child(gone, Left);
            if path.len() > DEEPEST {
                return Err(damaged());
            }
        }
    }
    let left = tree.child(gone, Left)?;
    let rest = if left != 0 { left } else { tree.child(gone, Right)? };
    tree.set(link, rest)?;
    if gone != node {
        let (key, bits) = (tree.key(gone)?, tree.bits());
        tree.vm.write_int(node, bits, key)?;
    }
    if !tree.is_red(gone)? {
        tree.rebalance(path, rest)?;
    }
    tree.vm.heap_free(gone)?;
    Ok(parent.into())
}

/// Root, action. The action gets the node, when it is visited, and its depth or an argument of the caller's.
fn walk(vm: &mut Vm, a: Args, context: Option<u64>) -> Result<Reply, Stop> {
    if a.word(0) == 0 || a.word(1) == 0 {
        return Ok(Reply::Void);
    }
    let last = if context.is_some() { Scalar::Ptr } else { Scalar::Int(32) };
    let action = vm.callback(a.word(1), &[Scalar::Ptr, Scalar::Int(32), last], None)?;
    let value = |lo: u64, scalar, number| Value::word(scalar, lo, number);
    let mut tree = Tree { vm };
    // Each entry is a node, its depth, and how many of its three visits are done.
    let mut stack = vec![(a.word(0), 0u64, 0)];
    while let Some((node, depth, visits)) = stack.pop() {
        let children = [tree.child(node, Left)?, tree.child(node, Right)?];
        let leaf = visits == 0 && children == [0, 0];
        let which = if leaf { 3 } else { visits };
        let third = value(context.unwrap_or(depth), last, 2);
        let args = [value(node, Scalar::Ptr, 0), value(which, Scalar::Int(32), 1), third];
        tree.vm.call_function(action, &args)?;
        if leaf || visits == 2 {
            continue;
        }
        stack.push((node, depth, visits + 1));
        let next = children[visits as usize];
        if next != 0 {
            stack.push((next, depth + 1, 0));
        }
        if stack.len() > DEEPEST {
            return Err(damaged());
        }
    }
    Ok(Reply::Void)
}

/// Root, function for the keys. Children go before their parent.
fn tdestroy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) == 0 {
        return Ok(Reply::Void);
    }
    let release = vm.callback(a.word(1), &[Scalar::Ptr], None)?;
    let mut tree = Tree { vm };
    let mut stack = vec![(a.word(0), 0)];
    while let Some((node, done)) = stack.pop() {
        if done < 2 {
            stack.push((node, done + 1));
            let child = tree.child(node, if done == 0 { Left } else { Right })?;
            if child != 0 {
                stack.push((child, 0));
            }
            if stack.len() > DEEPEST {
                return Err(damaged());
            }
            continue;
        }
        let lo = tree.key(node)?;
        let key = Value::word(Scalar::Ptr, lo, 0);
        tree.vm.call_function(release, &[key])?;
        tree.vm.heap_free(node)?;
    }
    Ok(Reply::Void)
}
