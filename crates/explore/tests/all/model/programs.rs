//! Model programs.

use super::{E, Model, S, eq, input, lt, op};

fn c(v: u64) -> E {
    E::C(v)
}

fn var(i: usize) -> E {
    E::Var(i)
}

/// A tree of conditions with one dead branch: `in0 < 4 && in0 == 9`.
pub fn nested() -> Model {
    Model::new(
        3,
        4,
        vec![vec![
            S::If(
                lt(input(0), c(4)),
                vec![
                    S::If(eq(input(0), 9), vec![S::Mark], vec![]),
                    S::If(eq(op("+", input(1), input(2)), 13), vec![S::Mark], vec![S::Mark]),
                ],
                vec![S::If(lt(input(1), input(2)), vec![S::If(eq(input(2), 15), vec![S::Mark], vec![])], vec![])],
            ),
            S::Mark,
        ]],
    )
}

/// Counts up to the first input, with something special at one length.
pub fn counting(bits: u32) -> Model {
    Model::new(
        2,
        bits,
        vec![vec![
            S::Set(0, c(0)),
            S::While(
                lt(var(0), input(0)),
                vec![S::Set(0, op("+", var(0), c(1))), S::If(eq(input(1), 3), vec![S::Set(1, c(1))], vec![])],
            ),
            S::If(op("&", eq(var(0), 5), eq(var(1), 1)), vec![S::Mark], vec![]),
            S::If(eq(op("*", input(1), input(1)), 49), vec![S::Mark], vec![]),
        ]],
    )
}

/// A switch in a callee, called twice; one case cannot happen.
pub fn switching() -> Model {
    let callee = vec![
        S::Switch(
            op("&", var(0), c(7)),
            vec![(0, vec![S::Set(1, c(1))]), (3, vec![S::Mark]), (9, vec![S::Mark])],
            vec![S::If(lt(c(12), var(0)), vec![S::Return], vec![])],
        ),
        S::Set(2, op("+", var(2), c(1))),
    ];
    Model::new(
        2,
        4,
        vec![
            vec![
                S::Set(0, input(0)),
                S::Call(1),
                S::Set(0, input(1)),
                S::Call(1),
                S::If(eq(var(2), 2), vec![S::Mark], vec![]),
            ],
            callee,
        ],
    )
}

/// Values, forks, a dead branch, and a check that the first input fails.
pub fn mixed() -> Model {
    Model::new(
        3,
        4,
        vec![vec![
            S::Check(input(0)),
            S::Value(0, eq(input(1), 7)),
            S::Value(1, op("&", eq(input(0), 1), eq(input(0), 2))),
            S::Fork(lt(input(1), c(4)), vec![S::Mark], vec![]),
            S::If(eq(op("+", var(0), input(2)), 3), vec![S::Check(op("-", input(0), c(5))), S::Mark], vec![]),
            S::If(eq(op("&", input(2), c(3)), 9), vec![S::Mark], vec![]),
        ]],
    )
}

/// A length made concrete; 2 and 6 matter behind it.
pub fn concretised() -> Model {
    Model::new(
        2,
        3,
        vec![vec![
            S::Concrete(0, op("&", input(0), c(6))),
            S::If(eq(var(0), 6), vec![S::Mark], vec![]),
            S::If(eq(var(0), 1), vec![S::Mark], vec![]),
            S::If(eq(input(1), 5), vec![S::Mark], vec![]),
        ]],
    )
}

/// A small tokenizer: numbers, words, quoted strings and brackets over `n` characters of 3 bits.
/// 0 ends; 1 digit; 2 letter; 3 quote; 4 open; 5 close; 6 blank; 7 bad.
pub fn tokenizer(n: usize) -> Model {
    let mut main = vec![];
    for i in 0..n {
        main.push(S::Set(1, input(i)));
        main.push(S::Call(1));
    }
    main.push(S::If(eq(var(2), 0), vec![S::If(eq(var(3), 3), vec![S::Mark], vec![])], vec![S::Mark]));
    // Variables: 0 state (0 between, 1 number, 2 word, 3 string, 4 stopped), 1 character, 2 depth, 3 tokens.
    let token = |state: u64| vec![S::Set(0, c(state)), S::Set(3, op("+", var(3), c(1)))];
    let close = vec![S::If(
        eq(var(2), 0),
        vec![S::Mark, S::Set(0, c(4))],
        vec![S::Set(0, c(0)), S::Set(2, op("-", var(2), c(1)))],
    )];
    let between = vec![S::Switch(
        var(1),
        vec![
            (0, vec![S::Set(0, c(4))]),
            (1, token(1)),
            (2, token(2)),
            (3, token(3)),
            (4, vec![S::Set(2, op("+", var(2), c(1)))]),
            (5, close),
            (6, vec![]),
        ],
        vec![S::Mark, S::Set(0, c(4))],
    )];
    let number = vec![S::If(eq(var(1), 1), vec![], vec![S::If(eq(var(1), 2), vec![S::Mark], vec![]), S::Set(0, c(0))])];
    let word = vec![S::If(lt(op("-", var(1), c(1)), c(2)), vec![], vec![S::Set(0, c(0))])];
    let string = vec![S::If(
        eq(var(1), 3),
        vec![S::Set(0, c(0))],
        vec![S::If(eq(var(1), 0), vec![S::Mark, S::Set(0, c(4))], vec![])],
    )];
    let step = vec![S::Switch(var(0), vec![(0, between), (1, number), (2, word), (3, string)], vec![])];
    Model::new(n, 3, vec![main, step])
}

/// Loops as long as the input says, one branch per round: more paths than anybody wants.
pub fn endless(inputs: usize, bits: u32) -> Model {
    let mut body = vec![S::Set(0, op("+", var(0), c(1)))];
    for i in 0..inputs {
        let x = op("+", input(i), op("*", var(0), c(3)));
        body.push(S::If(eq(op("&", x, c(15)), 3), vec![S::Set(1, op("+", var(1), c(1)))], vec![]));
    }
    Model::new(
        inputs,
        bits,
        vec![vec![
            S::While(lt(var(0), c(40)), body),
            // Dead, but only all paths would show it.
            S::If(eq(var(1), 1000), vec![S::Mark], vec![]),
        ]],
    )
}

pub fn finite() -> Vec<(&'static str, Model)> {
    vec![
        ("nested", nested()),
        ("counting", counting(4)),
        ("switching", switching()),
        ("mixed", mixed()),
        ("concretised", concretised()),
        ("tokenizer", tokenizer(3)),
    ]
}
