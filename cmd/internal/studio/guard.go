package studio

import (
	"crypto/subtle"
	"net/http"
	"net/url"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
)

// guard admits only requests from the page opened at the printed address: pages of other
// origins, and host names made to point at this machine, are refused.
type guard struct {
	host  string // as the browser must name it
	token string
	// cookie is what the token is called: browsers share cookies between the
	// ports of a machine, and several studios may be open.
	cookie string
}

func (g *guard) knows(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

// admit reports whether a request may go on; if not, it has been answered.
func (g *guard) admit(w http.ResponseWriter, r *http.Request) bool {
	web.Secure(w.Header())
	if r.Host != g.host {
		http.Error(w, "this is not the address that the studio was opened with", http.StatusForbidden)
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+g.host {
		http.Error(w, "requests of other pages are refused", http.StatusForbidden)
		return false
	}
	if r.Method != http.MethodGet && r.Header.Get("Origin") == "" {
		http.Error(w, "changes are made by the page alone", http.StatusForbidden)
		return false
	}
	if token := r.URL.Query().Get("token"); r.URL.Path == "/" && token != "" {
		return g.enter(w, r, token)
	}
	cookie, err := r.Cookie(g.cookie)
	if err != nil || !g.knows(cookie.Value) {
		http.Error(w, "open the studio with the address that it printed", http.StatusUnauthorized)
		return false
	}
	return true
}

// enter turns the token of the address into a cookie, so that it stays in no history and no
// copied link. It answers the request itself, so it returns false: the request does not go
// on.
func (g *guard) enter(w http.ResponseWriter, r *http.Request, token string) bool {
	if !g.knows(token) {
		http.Error(w, "this address is of an earlier studio; open the one that was printed last",
			http.StatusUnauthorized)
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: token, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode})
	rest := url.URL{Path: "/", Fragment: r.URL.Fragment}
	http.Redirect(w, r, rest.String(), http.StatusSeeOther)
	return false
}
