"""Which checks need not be made again: nothing they read has changed since they were right."""
import hashlib
import os
from pathlib import Path
from typing import Iterable, List, Sequence, Set


class Kept:
    """The checks that were right, by a digest of everything that was read for them. One that was wrong is always made again."""

    def __init__(self, folder: Path, seed: str, scripts: Iterable[Path]) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        total = hashlib.sha256(seed.encode())
        for path in sorted(scripts):
            add(total, path)
        self.seed = total.hexdigest()
        self.used: Set[str] = set()

    def key(self, command: Sequence[str], run: Path, files: List[Path]) -> str:
        """A digest of the call and of the files it reads; the folder of this run is left out of it."""
        total = hashlib.sha256(self.seed.encode())
        for word in command:
            total.update(word.replace(str(run), "").encode() + b"\0")
        for path in files:
            add(total, path, str(path).replace(str(run), ""))
        return total.hexdigest()

    def has(self, key: str) -> bool:
        self.used.add(key)
        return (self.folder / key).exists()

    def add(self, key: str) -> None:
        (self.folder / key).touch()

    def forget_others(self) -> None:
        """Removes what a whole run had no use for."""
        for name in os.listdir(self.folder):
            if name not in self.used:
                (self.folder / name).unlink(missing_ok=True)


def add(total: "hashlib._Hash", path: Path, name: str = "") -> None:
    data = path.read_bytes()
    total.update(f"{name}\0{len(data)}\0".encode() + data)
