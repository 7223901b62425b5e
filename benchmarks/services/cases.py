"""Inputs that people would say belong to the branches of the applications."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from inputs import blank, scan, silence, speak
from local_services import digits, documents
from local_services.pictures import draw

SEED = 4711
GLAD = (
    "I love this place.",
    "The staff was friendly and helpful.",
    "What a wonderful day we had!",
    "The food was delicious.",
    "It works perfectly and I am very happy.",
    "A great phone with a beautiful screen.",
    "My sister won the race and we celebrated.",
    "Excellent service, thank you so much.",
    "The room was lovely and comfortable.",
    "We enjoyed every minute of the trip.",
    "This is the best coffee in town.",
    "The concert was fantastic.",
    "I am so glad that she came home.",
    "The garden looks gorgeous in spring.",
    "They solved my problem, superb support!",
    "The children laughed and had fun.",
    "An amazing book, brilliant from the first page.",
    "I passed the exam and feel great.",
    "The price is fair and the quality is good.",
    "Friends surprised me with a nice cake.",
)
SORRY = (
    "I hate this place.",
    "The staff was rude and lazy.",
    "What a terrible day we had!",
    "The food was disgusting.",
    "It broke after a week and I am very angry.",
    "An awful phone with an ugly screen.",
    "My sister lost the race and cried.",
    "Horrible service, a complete disaster.",
    "The room was dirty and smelled bad.",
    "We suffered every minute of the trip.",
    "This is the worst coffee in town.",
    "The concert was a boring failure.",
    "I am so sad that she left.",
    "The garden looks miserable in winter.",
    "They ignored my problem, pathetic support!",
    "The children fought and were upset.",
    "A stupid book, annoying from the first page.",
    "I failed the exam and feel terrible.",
    "The price is a scam and the quality is poor.",
    "Thieves stole my bag, I am scared.",
)
PLAIN = (
    "The train leaves at nine.",
    "We ate soup and went to bed.",
    "The parcel weighs two kilograms.",
    "It was Tuesday and it rained.",
    "The room is on the third floor.",
    "She wrote a letter to her uncle.",
    "The shop opens at eight.",
    "I painted the fence.",
    "The box holds twelve cups.",
    "He read the newspaper on the bus.",
)
DENIED = (
    "I do not think that this is a good phone.",
    "I would not call the staff friendly.",
    "Nobody could say that the food was delicious.",
    "There was nothing in this hotel that I liked.",
    "I can hardly say that we enjoyed the trip.",
    "It is not what I would describe as a great book.",
    "You will not find helpful people here.",
    "None of the rooms was clean or comfortable.",
    "Neither the service nor the food was any good.",
    "I cannot recommend it to anyone as a nice place.",
    "They did not make it a pleasant or happy evening.",
    "At no time did I feel welcome, safe or relaxed.",
    "It would be a lie to call this an excellent product.",
    "The advertisement promised a wonderful stay, which it was not.",
    "I have yet to see anything good about this shop.",
    "It fails to be the fun game that it claims to be.",
    "The support could have been a lot more helpful.",
    "If only the screen were as beautiful as they say.",
    "A good camera would be something else.",
    "So much for the best coffee in town.",
)


@dataclass(frozen=True)
class Case:
    """Inputs that belong to one branch."""

    outcome: str  # what the application should answer
    inputs: Callable[[], Iterable[Any]]
    too_few: bool = False  # whether the fault lets too few of them reach the branch


def photos(*labels: str, number: int = 40) -> Callable[[], list[bytes]]:
    """Pictures of labels, equally many of each."""
    return lambda: [picture for label in labels for picture in draw(label, -(-number // len(labels)), SEED)]


def scans(*texts: str) -> Callable[[], list[bytes]]:
    """Pictures of texts, each in four fonts."""
    return lambda: list(chain.from_iterable(scan(text) for text in texts))


def recordings(*texts: str) -> Callable[[], list[bytes]]:
    """Recordings of texts by all voices."""
    return lambda: list(chain.from_iterable(speak(text) for text in texts))


def texts_about(*labels: str, number: int = 40) -> Callable[[], list[str]]:
    """Texts of categories, equally many of each."""
    return lambda: [text for label in labels for text in documents.examples(label, -(-number // len(labels)), SEED)]


def clippings(*labels: str) -> Callable[[], list[bytes]]:
    """Pictures of texts of categories."""
    return lambda: [scan(text, number=1)[0] for text in texts_about(*labels, number=24)()]


def written(*labels: str, number: int = 40) -> Callable[[], list[Any]]:
    """Pictures of digits, equally many of each."""
    return lambda: [pixels for label in labels for pixels in digits.examples(label, -(-number // len(labels)), SEED)]


def unclear() -> list[Any]:
    """Written digits of which the service is not sure."""
    pixels = chain.from_iterable(digits.examples(str(digit), 80, SEED) for digit in range(10))
    return [one for one in pixels if digits.read_digit(one)[0]["score"] < 0.7]


CASES = {
    "applications.clippings:pile_for": (
        Case("games", clippings("/Sports")),
        Case("technology", clippings("/Computers & Electronics", "/Travel & Transportation")),
        Case("wars", clippings("/Military")),
        Case("blank", lambda: [blank()]),
    ),
    "applications.digit_lock:unlock": (
        Case("open", written("7")),
        Case("stay shut", written(*"01234568")),
    ),
    "applications.fire_alarm:check_frame": (
        Case("alarm", photos("Flame"), too_few=True),
        Case("help has arrived", photos("Fire engine", "Ambulance")),
        Case("all clear", photos("Tree", "Cat", "Laptop", "Guitar")),
    ),
    "applications.fridge:advice": (
        Case("eat it today", photos("Bread", "Cake", "Hamburger", "Pizza", "Strawberry")),
        Case("eat it this week", photos("Banana", "Corn", "Tomato")),
        Case("it keeps", photos("Apple", "Carrot", "Cheese", "Lemon", "Orange")),
    ),
    "applications.journal:mark": (
        Case("sun", lambda: GLAD),
        Case("rain", lambda: SORRY, too_few=True),
        Case("cloud", lambda: PLAIN),
    ),
    "applications.jukebox:react": (
        Case("play", recordings("play music", "next song"), too_few=True),
        Case("stop", recordings("stop")),
        Case("change the volume", recordings("louder", "volume down")),
        Case("keep on", lambda: [silence()]),
    ),
    "applications.level_crossing:barrier": (
        Case("stay down", photos("Train"), too_few=True),
        Case("warn the driver", photos("Bicycle", "Bus", "Car", "Truck")),
        Case("go up", photos("Bread", "Flame", "Guitar", "Shoe")),
    ),
    "applications.lift:announce": (
        Case("Going to the ground floor", written("0")),
        Case("Going to the roof", written("7")),
        Case("Going to floor 2", written("2")),
    ),
    "applications.mood_player:playlist": (
        Case("dance", lambda: GLAD),
        Case("blues", lambda: SORRY, too_few=True),
        Case("ambient", lambda: PLAIN),
    ),
    "applications.news_router:desk_for": (
        Case("sports desk", texts_about("/Sports")),
        Case("politics desk", texts_about("/Finance", "/Law & Government")),
        Case("zoo column", texts_about("/Pets & Animals"), too_few=True),
        Case("garden page", texts_about("/Plants")),
    ),
    "applications.parking_sign:may_park": (
        Case("drive on", scans("No Parking", "No parking\nMon - Fri", "no parking here", "NO PARKING"), too_few=True),
        Case("show a permit", scans("Permit holders only", "PERMIT PARKING", "Parking with permit")),
        Case("park here", scans("Parking", "Free parking 2 hours", "PARKING\n9 am - 5 pm")),
        Case("no sign", scans("Main Street", "Stop")),
    ),
    "applications.photo_album:folder_for": (
        Case("wildlife", photos("Bird", "Cat", "Dog", "Horse", "Leopard", "Tiger", "Wolf")),
        Case("meals", photos("Food", "Drink")),
        Case("trips", photos("Vehicle")),
        Case("unsorted", lambda: [blank()]),
    ),
    "applications.photo_kind:caption": (
        Case("On the road", photos("Vehicle")),
        Case("A friend", photos("Animal")),
        Case("At the table", photos("Food", "Drink"), too_few=True),
        Case("Found on the way", photos("Guitar", "Shoe"), too_few=True),
        Case("Somewhere", lambda: [blank()]),
    ),
    "applications.price_tag:where_to_pay": (
        Case("go to the till", scans("£ 8.50", "£ 12.99", "£ 120", "Lamp\n£ 35.00", "£ 7"), too_few=True),
        Case("take it", scans("FREE", "Free sample", "free")),
        Case("ask for the price", scans("Lamp", "New")),
    ),
    "applications.produce_scale:tariff": (
        Case("vegetables", photos("Vegetable")),
        Case("fruit", photos("Fruit"), too_few=True),
        Case("call the assistant", photos("Laptop", "Shoe", "Dog", "Bus")),
    ),
    "applications.quiz_marker:mark": (
        Case("right", written("3"), too_few=True),
        Case("wrong", written(*"12456780")),
    ),
    "applications.receipt_total:file_receipt": (
        Case("needs approval", scans("Hotel 180.00\nTOTAL 180.00", "Train 90.00\nTaxi 35.50\nTotal 125.50")),
        Case("pay out", scans("Bread 2.40\nMilk 1.10\nTOTAL 3.50", "Lunch 14.90\nTotal 14.90")),
        Case("ask for the receipt", scans("Thank you", "Bread 2.40\nMilk 1.10")),
    ),
    "applications.recipe_box:drawer_for": (
        Case("recipes", texts_about("/Food & Drink")),
        Case("garden", texts_about("/Plants")),
        Case("medicine chest", texts_about("/Health")),
        Case("loose notes", texts_about("/Military", "/Sports")),
    ),
    "applications.review_triage:next_step": (
        Case("thank", lambda: GLAD),
        Case("call back", lambda: DENIED, too_few=True),
        Case("file", lambda: PLAIN),
    ),
    "applications.shelf_label:floor_of": (
        Case("ground floor", scans("Novels A-F", "POETRY", "Poetry in English")),
        Case("upper floor", scans("History", "Science and nature", "SCIENCE")),
        Case("ask at the desk", scans("Maps", "Travel")),
    ),
    "applications.smart_can:bin_for": (
        Case("recycling", photos("Bottle", "Box", "Newspaper", "Tin can")),
        Case("compost", photos("Food"), too_few=True),
        Case("landfill", photos("Shoe", "Laptop", "Guitar", "Camera")),
    ),
    "applications.testimonials:use_of": (
        Case("publish", lambda: GLAD),
        Case("answer", lambda: SORRY),
        Case("keep", lambda: PLAIN),
        Case("read by a person", lambda: [text for text in DENIED if " not " in text or "cannot" in text]),
    ),
    "applications.voice_assistant:answer": (
        Case("open", recordings("open the door")),
        Case("close", recordings("close the door")),
        Case("tell the time", recordings("what time is it")),
    ),
    "applications.voice_light:switch": (
        Case("on", recordings("turn on", "lights on")),
        Case("off", recordings("turn off", "lights off")),
        Case("unchanged", recordings("louder", "stop")),
    ),
}
CRASHES = {
    "applications.fridge:advice": lambda: [blank(), *photos("Laptop", "Shoe", number=10)()],
    "applications.lift:announce": unclear,
    "applications.receipt_total:file_receipt": scans("Bread 2,40\nTOTAL 2,40", "Total 12.50 EUR", "TOTAL £8.50"),
    "applications.shelf_label:floor_of": lambda: [blank()],
    "applications.voice_assistant:answer": lambda: [silence(), *speak("good evening everybody")],
}
