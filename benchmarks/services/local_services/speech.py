"""Spoken commands as text, in the shape of google.cloud.speech."""

import io
import math
import tempfile
import wave
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pocketsphinx import Decoder, get_model_path
from scipy.signal import resample_poly

RATE = 16_000
COMMANDS = (
    "turn on", "turn off", "lights on", "lights off", "louder", "quieter", "stop", "play music", "next song",
    "volume down", "open the door", "close the door", "what time is it",
)  # fmt: skip
ROOM_NOISE = 20  # the standard deviation of what is added; digital silence misleads pocketsphinx
MARGIN = 0.3  # seconds of silence put before and after
LEAST_CONFIDENCE = 0.3
# Confidence .5 lies between commands and other speech: log likelihood of a command less that of any sounds, per frame.
HALFWAY = -1.1e-3
STEEPNESS = 4e3


@dataclass(frozen=True)
class SpeechRecognitionAlternative:
    """What may have been said."""

    transcript: str
    confidence: float


@dataclass(frozen=True)
class SpeechRecognitionResult:
    """A stretch of speech."""

    alternatives: list[SpeechRecognitionAlternative]


@dataclass(frozen=True)
class RecognizeResponse:
    """What `recognize` answers."""

    results: list[SpeechRecognitionResult] = field(default_factory=list)


@cache
def decoders() -> tuple[Decoder, Decoder]:
    """One that hears commands only, and one that hears any sounds of English."""
    settings = {"samprate": RATE, "cmn": "batch", "bestpath": False, "loglevel": "FATAL"}
    with tempfile.TemporaryDirectory() as folder:
        grammar = Path(folder) / "commands.gram"
        grammar.write_text(f"#JSGF V1.0;\ngrammar commands;\npublic <command> = {' | '.join(COMMANDS)};\n")
        commands = Decoder(jsgf=str(grammar), **settings)
    sounds = Decoder(allphone=get_model_path("en-us/en-us-phone.lm.bin"), lw=2.0, beam=1e-20, pbeam=1e-20, **settings)
    return commands, sounds


def read_audio(audio: bytes) -> npt.NDArray[np.int16]:
    """The samples of a mono WAV file at 16 kHz, with margins and the noise of a room."""
    with wave.open(io.BytesIO(audio)) as file:
        if file.getnchannels() != 1 or file.getsampwidth() != 2:
            raise ValueError("audio must be mono with 16 bits a sample")
        samples = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
        common = math.gcd(file.getframerate(), RATE)
        samples = resample_poly(samples, RATE // common, file.getframerate() // common) if samples.size else samples
    samples = np.pad(samples, int(MARGIN * RATE))
    noise = np.random.default_rng(2022).normal(0, ROOM_NOISE, samples.size)
    return np.clip(samples + noise, -32768, 32767).astype(np.int16)


def recognize(audio: bytes) -> RecognizeResponse:
    """The command that is spoken in a WAV file; no result for silence and for other speech."""
    samples = read_audio(audio)
    heard = []
    for decoder in decoders():
        decoder.reinit_feat()  # forgets what was heard before, which would change the answer
        decoder.start_utt()
        decoder.process_raw(samples.tobytes(), full_utt=True)
        decoder.end_utt()
        heard.append(decoder.hyp())
    command, sounds = heard
    if command is None or sounds is None or command.hypstr not in COMMANDS:
        return RecognizeResponse()
    frames = samples.size / RATE * 100
    margin = (math.log(command.best_score) - math.log(sounds.best_score)) / frames
    confidence = round(1 / (1 + math.exp(STEEPNESS * (HALFWAY - margin))), 4)
    if confidence < LEAST_CONFIDENCE:
        return RecognizeResponse()
    return RecognizeResponse([SpeechRecognitionResult([SpeechRecognitionAlternative(command.hypstr, confidence)])])
