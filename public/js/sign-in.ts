/** The session ended while a popup was open: signs in above it, so that nothing typed is lost (rulings 3). */
import { afterLoad } from './after-load.ts'
import { renewToken } from './lib/csrf.ts'
import { el, parse, viewerId } from './lib/dom.ts'
import { hideLayer, layerId, showLayer } from './popup/layers.ts'

function field(id: string, label: string, attributes: Record<string, string>): HTMLElement {
  return el(
    'div',
    { class: 'field' },
    el('label', { class: 'form-label', for: id }, label),
    el('input', { class: 'form-control', id, required: true, ...attributes }),
  )
}

/** Without a session there is no token to ask for: the sign-in page brings one, and the session it belongs to. */
async function signInToken(): Promise<string> {
  const page = parse(await (await fetch('/login', { headers: { Accept: 'text/html' } })).text())
  return page.querySelector<HTMLInputElement>('input[name="_token"]')?.value ?? ''
}

/** Signs in and answers the id of who is signed in then, or null. */
async function signIn(data: FormData): Promise<number | null> {
  const body = new URLSearchParams({
    _token: await signInToken(),
    email: data.get('email') as string,
    password: data.get('password') as string,
  })
  await fetch('/login', { method: 'POST', body, redirect: 'manual' })
  const response = await fetch('/ajax/getCurrentUser', { headers: { Accept: 'application/json' } })
  if (!response.ok) return null
  // Signing in starts a new session, with a token of its own.
  await renewToken()
  return ((await response.json()) as { id: number }).id
}

function build(): HTMLDialogElement {
  const id = layerId()
  const form = el(
    'form',
    { class: 'popup-main' },
    el(
      'div',
      { class: 'popup-body stack' },
      el('p', {}, 'Uw sessie is verlopen. Log in om verder te gaan; wat u hebt ingevuld blijft staan.'),
      field(`${id}-email`, 'E-mailadres', { name: 'email', type: 'email', autocomplete: 'username' }),
      field(`${id}-password`, 'Wachtwoord', { name: 'password', type: 'password', autocomplete: 'current-password' }),
      el('p', { class: 'field-error', role: 'alert', hidden: true }),
    ),
    el(
      'footer',
      { class: 'popup-foot' },
      el('button', { class: 'btn', type: 'button', 'data-popup-close': true }, 'Annuleren'),
      el('span', { class: 'push' }, el('button', { class: 'btn btn-primary', type: 'submit' }, 'Inloggen')),
    ),
  )
  return el(
    'dialog',
    { class: 'popup popup--tiny', 'aria-labelledby': `${id}-title`, 'data-sign-in': true },
    el(
      'header',
      { class: 'popup-head' },
      el('h2', { class: 'popup-title grow', id: `${id}-title` }, 'Opnieuw inloggen'),
    ),
    form,
  )
}

/** Asks who works here to sign in again; answers whether the same person did. */
export function askSignIn(): Promise<boolean> {
  const popup = build()
  const form = popup.querySelector('form')!
  const error = popup.querySelector<HTMLElement>('.field-error')!
  const button = popup.querySelector('[type="submit"]')!
  return new Promise((resolve) => {
    popup.addEventListener('popup:closing', () => resolve(false))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      button.setAttribute('aria-busy', 'true')
      void signIn(new FormData(form))
        .then((id) => {
          if (id === null) {
            error.textContent = 'Deze combinatie van e-mailadres en wachtwoord is niet bekend.'
            error.hidden = false
            return
          }
          // Somebody else at this desk: the page is not his, and what was filled in is not saved in his name.
          const same = String(id) === viewerId()
          if (!same) {
            afterLoad({
              run: 'flash',
              flash: {
                str: 'U bent aangemeld met een ander account. Wat was ingevuld is niet opgeslagen.',
                type: 'info',
              },
            })
            location.reload()
          }
          resolve(same)
          hideLayer(popup)
        })
        .finally(() => button.removeAttribute('aria-busy'))
    })
    showLayer(popup)
  })
}
