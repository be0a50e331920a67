import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { Dialog } from './dialog.tsx'
import { type Loop, itemName, loopParagraphs } from './loop.ts'

interface Props {
  loops: EditorProps['loops']
  /** Paragraphs to put in; null when the form was left or had an empty field. */
  onDone: (paragraphs: string[] | null) => void
}

const EMPTY: Loop = { list: '', item: '', text: '' }

/** Asks for a loop. */
export function LoopForm({ loops, onDone }: Props): ReactNode {
  const [loop, setLoop] = useState(EMPTY)
  const set = (part: Partial<Loop>) => setLoop((before) => ({ ...before, ...part }))
  const chosen = loops.find(({ name }) => name === loop.list)

  const insertOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    onDone(loopParagraphs(loop))
  }

  return (
    <Dialog title="Lijst herhalen" onLeave={() => onDone(null)} onKeyDown={insertOnEnter}>
      <label className="form-label">
        Lijst
        <select className="form-select" value={loop.list} onChange={(event) => set({ list: event.target.value })}>
          <option value="">Maak een keuze</option>
          {loops.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="form-label">
        Naam van één regel
        <input
          className="form-control"
          value={loop.item}
          maxLength={40}
          placeholder="Bijvoorbeeld: regel"
          onChange={(event) => set({ item: event.target.value })}
        />
      </label>
      <label className="form-label">
        Tekst per regel
        <textarea
          className="form-control"
          rows={4}
          value={loop.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </label>
      {chosen && itemName(loop.item) !== '' && (
        <div className="row-flex wrap" role="group" aria-label="Invoegen in de tekst">
          {chosen.each.map(({ name, label }) => (
            <button
              key={name}
              className="btn btn-sm"
              type="button"
              onClick={() => set({ text: `${loop.text}{{ ${itemName(loop.item)}.${name} }} ` })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="row-flex">
        <button className="btn btn-primary" type="button" onClick={() => onDone(loopParagraphs(loop))}>
          Invoegen
        </button>
        <button className="btn" type="button" onClick={() => onDone(null)}>
          Annuleren
        </button>
      </div>
    </Dialog>
  )
}
