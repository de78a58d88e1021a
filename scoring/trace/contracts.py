"""The annotation types: geometry times container, as one table, and the check of a reward contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.trace.containers import MAP, SCALAR, SEQUENCE, SET, SET_MAP, Container
from scoring.trace.geometry.base import Geometry
from scoring.trace.geometry.bbox import BBOX
from scoring.trace.geometry.point import POINT
from scoring.trace.geometry.segment import SEGMENT
from scoring.trace.values import MAPPINGS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnnotationType:
    """One annotation type.

    Attributes:
        name: as `annotation_gt.type` has it.
        reward_id: as `reward_contract.annotation.id` has it.
        geometry: what one witness is.
        container: how the witnesses are held.
        flag: the type's key in a result.
        sizes: the keys of both sides' sizes in a result, prediction first.
    """

    name: str
    reward_id: str
    geometry: Geometry
    container: Container
    flag: str
    sizes: tuple[str, str]


def _type(geometry: Geometry, container: Container) -> AnnotationType:
    name = geometry.name + container.suffix
    return AnnotationType(
        name=name,
        reward_id=f"{name}_{geometry.reward}_v0",
        geometry=geometry,
        container=container,
        flag=f"annotation_type_{name}",
        sizes=(f"annotation_pred_{container.size_word}", f"annotation_gt_{container.size_word}"),
    )


ANNOTATION_TYPES: Mapping[str, AnnotationType] = {
    kind.name: kind
    for kind in (
        _type(BBOX, SCALAR),
        _type(BBOX, SET),
        _type(BBOX, SEQUENCE),
        _type(BBOX, MAP),
        _type(BBOX, SET_MAP),
        _type(POINT, SCALAR),
        _type(POINT, SET),
        _type(POINT, SEQUENCE),
        _type(POINT, MAP),
        _type(POINT, SET_MAP),
        _type(SEGMENT, SCALAR),
        _type(SEGMENT, SET),
    )
}
"""Every annotation type by name."""


FAULT_EXPECTS = ": expected "
"""Stands between what is wrong with a contract and what was expected in its place."""


def annotation_type(annotation_gt: object) -> AnnotationType | None:
    """Return the declared type of a target annotation, or None where it is none of ours."""
    if not isinstance(annotation_gt, MAPPINGS):
        return None
    name = annotation_gt.get("type")
    return ANNOTATION_TYPES.get(name.strip()) if isinstance(name, str) else None


def contract_fault(kind: AnnotationType, reward_contract: object) -> str:
    """Return why a reward contract does not fit the type, or an empty string where it does.

    Only the annotation's id and, where it is not empty, its type are looked at.
    """
    part = reward_contract.get("annotation") if isinstance(reward_contract, MAPPINGS) else None
    if not isinstance(part, MAPPINGS):
        whole = "reward_contract.annotation is missing"
        return f"{whole}{FAULT_EXPECTS}an object with id and type, got {reward_contract!r:.80}"
    contract_id, contract_type = part.get("id"), part.get("type", "")
    if contract_id == kind.reward_id and contract_type == kind.name:
        return ""
    if contract_id is None:
        return f"reward_contract.annotation.id is missing{FAULT_EXPECTS}{kind.reward_id}"
    if not isinstance(contract_id, str) or contract_id.strip() != kind.reward_id:
        what = "reward_contract.annotation.id does not fit the type"
        return f"{what}{FAULT_EXPECTS}{kind.reward_id}, got {contract_id!r:.80}"
    if contract_type != "" and (not isinstance(contract_type, str) or contract_type.strip() != kind.name):
        what = "reward_contract.annotation.type does not fit"
        return f"{what}{FAULT_EXPECTS}{kind.name}, got {contract_type!r:.80}"
    return ""
