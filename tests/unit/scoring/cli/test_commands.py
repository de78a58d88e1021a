from scoring.cli.commands import COMMANDS


def test_every_command_has_its_own_name_and_a_line_of_help() -> None:
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)
    assert all(command.help for command in COMMANDS)


def test_every_headless_command_speaks_json() -> None:
    assert [command.name for command in COMMANDS if not command.has_json] == []
