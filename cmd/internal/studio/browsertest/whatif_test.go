package browsertest

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestWhatIf: a slider beside a number of a card has games played with it in the background,
// whose figures are drawn by value; to save the value keeps it.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	pack := newPack(t)
	p := open(t, pack, "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('[data-card=clown] [data-fact=applause]')")
	p.eval("document.querySelector('[data-card=clown] [data-fact=applause]').click()")
	p.wait("document.querySelector('#knob')?.value === '1'")
	p.eval("(() => { const knob = document.querySelector('#knob'); knob.value = '5';" +
		"for (const what of ['input', 'change']) knob.dispatchEvent(new Event(what, {bubbles: true})) })()")
	p.says(".amendable .face", "5")
	p.wait("document.querySelectorAll('.curves figure').length > 0")
	p.wait("document.querySelectorAll('.curves figure:first-child circle').length === 5")
	p.wait("document.querySelector('.curves [role=status]') === null") // all are played
	p.says(".curves", "Clown")
	p.eval("document.querySelector('.curves').scrollIntoView()")
	p.picture("whatif.png")
	p.accessible("what would be", false)
	p.eval("document.querySelector('#amend').focus()")
	p.press(kb.Enter)
	p.holds(filepath.Join(pack, "cards", "performers.yaml"), "    applause: 5\n    abilities: [encore]\n")
	p.noFaults()
}

// TestBalanceLeads: games say what each card does, if that is wanted, and the name of a card leads
// to the card, in the verdict too.
func TestBalanceLeads(t *testing.T) {
	t.Parallel()
	p := open(t, newPack(t), "--seed", "7")
	p.press("b")
	p.wait("document.querySelector('#measure')")
	p.eval("document.querySelector('#measure [name=cards]').click()")
	p.eval("document.querySelector('#measure [type=submit]').click()")
	found := "document.querySelector('.figures')?.shadowRoot?.querySelector('header [data-card=clown] button')"
	p.wait(found)
	p.picture("balance-cards.png")
	p.eval(found + ".click()")
	p.wait("document.querySelector('.galleryp .side2 h3')?.innerText === 'Clown'")
	p.noFaults()
}
