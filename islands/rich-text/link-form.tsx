import { useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { linkAddress } from './link.ts'

/** Asks for the address of a link; an empty one takes the link away. */
export function LinkForm({ href, onDone }: { href: string; onDone: (href: string | null) => void }): ReactNode {
  const [text, setText] = useState(href)
  const [wrong, setWrong] = useState(false)
  const save = () => {
    const address = linkAddress(text)
    if (address === null && text.trim() !== '') setWrong(true)
    else onDone(address)
  }
  return (
    <Dialog title="Link" onLeave={() => onDone(href)}>
      <label className="form-label">
        Adres
        <input
          className="form-control"
          value={text}
          placeholder="https://"
          aria-invalid={wrong}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
      </label>
      {wrong && (
        <p className="field-error" role="alert">
          Dit is geen webadres of e-mailadres.
        </p>
      )}
      <div className="row-flex">
        <button className="btn btn-primary" type="button" onClick={save}>
          Opslaan
        </button>
        <button className="btn" type="button" onClick={() => onDone(href)}>
          Annuleren
        </button>
      </div>
    </Dialog>
  )
}
