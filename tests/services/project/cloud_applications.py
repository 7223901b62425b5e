"""Applications of clients like those of the cloud."""

import boto3

CLIENT = boto3.client("rekognition")


class Gallery:
    """Asks through a method."""

    def __init__(self):
        self.client = boto3.client("rekognition", region_name="eu-west-1")

    def has_dog(self, image):
        answer = self.client.detect_labels(Image={"Bytes": image}, MaxLabels=5)
        return any(one["Name"] == "Dog" for one in answer["Labels"])


def has_dog(image: bytes) -> bool:
    return Gallery().has_dog(image)


def counts_labels(image: bytes) -> str:
    if boto3.client("rekognition").detect_labels(Image={"Bytes": image})["Labels"]:
        return "something"
    return "nothing"


def has_dog_at_once(image: bytes) -> bool:
    return any(one["Name"] == "Dog" for one in CLIENT.detect_labels(Image={"Bytes": image})["Labels"])
