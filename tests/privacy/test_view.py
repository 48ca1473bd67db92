"""The view of a text and the way back to its characters."""

from hypothesis import given
from hypothesis import strategies as st

from clausewright.privacy.view import view_of

DISGUISED = st.text(st.sampled_from("aZ9@.- \u00ad\u200b\u2011\u00a0\uff11\uff21\u0430\u03bf\ufb01\u0301e\u00bd“"))


@given(DISGUISED)
def test_every_span_of_the_view_stands_for_a_span_of_the_text(text):
    view = view_of(text)
    for place in range(len(view.text)):
        start, end = view.original(place, place + 1)
        assert 0 <= start < end <= len(text)
    if view.text:
        assert view.original(0, len(view.text))[0] <= len(text)


def test_disguises_are_undone():
    assert view_of("j\u0430ne\u200b.d\u00adoe\uff20\uff41cme.test").text == "jane.doe@acme.test"
    assert view_of("\uff14\uff11\uff15\u2011555\u2013\u0660\u0661\u0663\u0662").text == "415-555-0132"
    assert view_of("Jose\u0301 \u201cX\u201d").text == 'José "X"'


def test_a_text_in_another_alphabet_keeps_its_letters():
    assert view_of("Договор и Αθήνα").text == "Договор и Αθήνα"
