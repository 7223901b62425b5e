"""Clients of services that are known by their import path: what they do, and the shape of their answers."""

from collections.abc import Mapping
from typing import Any

_NO_ERROR = {"message": "blank"}
"""What all answers of Google's Vision have, and all of its samples look at."""
_GOOGLE_LABELS: Mapping[str, Any] = {
    "task": "image classification",
    "answers": {"label_annotations": [{"description": "label", "score": "score"}], "error": _NO_ERROR},
    "objects": True,
}
_GOOGLE_TEXT: Mapping[str, Any] = {
    "task": "text detection",
    "answers": {"text_annotations": [{"description": "text"}], "error": _NO_ERROR},
    "objects": True,
}
_REKOGNITION_LABELS: Mapping[str, Any] = {
    "task": "image classification",
    "answers": {"Labels": [{"Name": "label", "Confidence": "percent"}]},
}
_CHAT: Mapping[str, Any] = {"task": "document classification", "never_empty": True}

KNOWN: Mapping[str, Mapping[str, Any]] = {
    # https://cloud.google.com/python/docs/reference/vision/latest
    "google.cloud.vision:ImageAnnotatorClient.label_detection": _GOOGLE_LABELS,
    "google.cloud.vision:ImageAnnotatorClient.text_detection": _GOOGLE_TEXT,
    "google.cloud.vision:ImageAnnotatorClient.document_text_detection": _GOOGLE_TEXT,
    "google.cloud.vision:ImageAnnotatorClient.object_localization": {
        "task": "object detection",
        "answers": {"localized_object_annotations": [{"name": "label", "score": "score"}], "error": _NO_ERROR},
        "objects": True,
    },
    # https://cloud.google.com/python/docs/reference/language/latest
    "google.cloud.language:LanguageServiceClient.analyze_sentiment": {
        "task": "sentiment",
        "answers": {"document_sentiment": {"score": "sentiment", "magnitude": "number"}},
        "objects": True,
    },
    "google.cloud.language:LanguageServiceClient.classify_text": {
        "task": "document classification",
        "answers": {"categories": [{"name": "label", "confidence": "score"}]},
        "objects": True,
    },
    "google.cloud.language:LanguageServiceClient.analyze_entities": {
        "task": "entities",
        "answers": {"entities": [{"name": "label", "type_": "integer", "salience": "score"}]},
        "objects": True,
    },
    # https://cloud.google.com/python/docs/reference/speech/latest
    "google.cloud.speech:SpeechClient.recognize": {
        "task": "speech recognition",
        "answers": {"results": [{"alternatives": [{"transcript": "text", "confidence": "score"}]}]},
        "objects": True,
    },
    # https://docs.aws.amazon.com/rekognition/ and https://docs.aws.amazon.com/comprehend/
    "boto3:client.detect_labels": _REKOGNITION_LABELS,
    "boto3:client.detect_text": {
        "task": "text detection",
        "answers": {"TextDetections": [{"DetectedText": "text", "Type": "one of LINE, WORD", "Confidence": "percent"}]},
    },
    "boto3:client.detect_faces": {
        "task": "face emotion",
        "answers": {"FaceDetails": [{"Emotions": [{"Type": "label", "Confidence": "percent"}]}]},
        "labels": ["HAPPY", "SAD", "ANGRY", "CONFUSED", "DISGUSTED", "SURPRISED", "CALM", "FEAR"],
    },
    "boto3:client.detect_sentiment": {
        "task": "document classification",
        "answers": {"Sentiment": "label"},
        "labels": ["POSITIVE", "NEGATIVE", "NEUTRAL", "MIXED"],
    },
    "boto3:client.detect_entities": {
        "task": "entities",
        "answers": {"Entities": [{"Text": "text", "Type": "label", "Score": "score"}]},
        "labels": [
            *("PERSON", "LOCATION", "ORGANIZATION", "COMMERCIAL_ITEM", "EVENT", "DATE", "QUANTITY", "TITLE", "OTHER")
        ],
    },
    # https://learn.microsoft.com/python/api/overview/azure/ai-textanalytics-readme
    "azure.ai.textanalytics:TextAnalyticsClient.analyze_sentiment": {
        "task": "document classification",
        "answers": [{"sentiment": "label"}],
        "objects": True,
        "labels": ["positive", "negative", "neutral", "mixed"],
    },
    "azure.ai.textanalytics:TextAnalyticsClient.recognize_entities": {
        "task": "entities",
        "answers": [{"entities": [{"text": "text", "category": "label", "confidence_score": "score"}]}],
        "objects": True,
    },
    # https://huggingface.co/docs/transformers/main_classes/pipelines
    "transformers:ImageClassificationPipeline.__call__": {
        "task": "image classification",
        "answers": [{"label": "label", "score": "score"}],
    },
    "transformers:ObjectDetectionPipeline.__call__": {
        "task": "object detection",
        "answers": [{"label": "label", "score": "score"}],
    },
    "transformers:TextClassificationPipeline.__call__": {
        "task": "document classification",
        "answers": [{"label": "label", "score": "score"}],
    },
    "transformers:AutomaticSpeechRecognitionPipeline.__call__": {
        "task": "speech recognition",
        "answers": {"text": "text"},
    },
    # A chat call that is used as a classifier: https://platform.openai.com/docs/api-reference/chat and
    # https://docs.anthropic.com/en/api/messages; the labels are those that the prompt asks for.
    "openai.resources.chat.completions:Completions.create": {
        **_CHAT,
        "answers": {"choices": [{"message": {"content": "label"}}]},
        "objects": True,
    },
    "anthropic.resources.messages:Messages.create": {
        **_CHAT,
        "answers": {"content": [{"text": "label"}]},
        "objects": True,
    },
}
