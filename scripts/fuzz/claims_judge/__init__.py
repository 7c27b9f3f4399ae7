"""An independent judge of Crescendo's claims: see ../claims.

main.py      the command                      generate.py, idioms.py, library_idioms.py, probes.py   random units
judge.py     one file, judged                 csource.py    declarations and conditions of C text
ask.py       what Crescendo says              driver.py, assemble.py, runtime.h, answers.py           the native driver
features.py  inputs against hypotheses        repro.py, shrink.py, corpus.py                          evidence, small, kept
project.py   a project's own tests as native runs
"""
