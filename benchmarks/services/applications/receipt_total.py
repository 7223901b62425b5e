"""Files the receipts of business trips by their totals."""

from applications.lines import read_lines

LIMIT = 100


def file_receipt(image: bytes) -> str:
    """Where a scanned receipt goes."""
    for line in read_lines(image):
        if not line.upper().startswith("TOTAL"):
            continue
        total = float(line.split()[-1])
        if total > LIMIT:
            return "needs approval"
        return "pay out"
    return "ask for the receipt"
