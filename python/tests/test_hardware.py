"""Generated files are the shipped ones, and nothing of the user's is lost."""

import pytest
from vectors import ROOT

import lanesmith

RTL = ROOT / "rtl_out"


@pytest.mark.parametrize("name", ["video_alu_l3", "byte_permute_l1", "riscv_pcpi_l3_vset_dot"])
def test_a_shipped_configuration_is_generated_as_shipped(name, tmp_path):
    one = next(one for one in lanesmith.configurations() if one.name == name)
    written = lanesmith.generate(tmp_path, one.module, **one.options)
    assert written.name == name and written.notes == []
    assert sorted(written.files) == sorted(path.name for path in tmp_path.iterdir())
    assert set(written.files) == {path.name for path in (RTL / name).iterdir()} - {f"{one.module}.proof.json"}
    for file in written.files:
        assert (tmp_path / file).read_bytes() == (RTL / name / file).read_bytes(), file


def test_the_list_of_shipped_configurations_is_the_shipped_folders():
    shipped = [one.name for one in lanesmith.configurations()]
    assert sorted(shipped) == sorted(path.name for path in RTL.iterdir() if path.is_dir())
    assert set(shipped) < {one.name for one in lanesmith.configurations(shipped=False)}


def test_modules_describe_their_options():
    alu = next(one for one in lanesmith.modules() if one.name == "video_alu")
    options = {option.name: option for option in alu.options}
    assert options["latency"].default == 3 and "0 to 5" in options["latency"].expected
    assert options["no_vop2"].default is False
    # Only the unit for NEORV32 has no shipped configuration.
    shipped = {one.module for one in lanesmith.configurations()}
    assert shipped | {"neorv32_cfu"} == {one.name for one in lanesmith.modules()}


def test_a_prefix_goes_before_the_names(tmp_path):
    written = lanesmith.generate(tmp_path, prefix="left", latency=0, no_vop2=True, vset=False)
    assert written.name == "left_video_alu_l0_novop2"
    assert "module left_video_alu (" in (tmp_path / "left_video_alu.v").read_text()


def test_further_files_are_options(tmp_path):
    written = lanesmith.generate(tmp_path, "riscv_cv_x_if", wiring=True, formal=True)
    assert {"riscv_cv32e40x.sv", "riscv_cv_x_if.sby"} <= set(written.files)
    with pytest.raises(lanesmith.Error, match="video_alu does not have the option wiring"):
        lanesmith.generate(tmp_path / "alu", wiring=True)


def test_edited_files_are_replaced_only_with_force(tmp_path):
    lanesmith.generate(tmp_path, latency=1)
    edited = tmp_path / "video_alu.v"
    edited.write_text("mine")
    with pytest.raises(lanesmith.Error) as raised:
        lanesmith.generate(tmp_path, latency=2)
    assert str(edited) in str(raised.value) and "force=True" in str(raised.value)
    assert edited.read_text() == "mine"
    lanesmith.generate(tmp_path, latency=2, force=True)
    assert "latency 2" in edited.read_text()


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"module": "alu"}, lanesmith.Error, "there is no module `alu`: expected one of video_alu"),
        ({"latency": 9}, lanesmith.Error, "a whole number, 0 to 5"),
        ({"latency": True}, lanesmith.Error, "a whole number, 0 to 5"),
        ({"depth": 2}, lanesmith.Error, "video_alu does not have the option depth"),
        ({"vset": 3}, lanesmith.Error, "vset"),
        ({"prefix": "1x"}, lanesmith.Error, "prefix"),
        ({"latency": 1.5}, TypeError, "latency is a float"),
    ],
)
def test_wrong_options_are_named_and_nothing_is_written(arguments, error, message, tmp_path):
    folder = tmp_path / "new"
    with pytest.raises(error) as raised:
        lanesmith.generate(folder, **arguments)
    assert message in str(raised.value)
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(lanesmith.Error, match="cannot write"):
        lanesmith.generate(tmp_path / "file" / "rtl")
