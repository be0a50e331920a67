/** A code editor over a text area that holds the code; the form sends the text area. */
import { useEffect, useRef, type ReactNode } from 'react'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { dracula } from './dracula.ts'
import { PHRASES } from './phrases.ts'

interface Props {
  /** Id of the text area. */
  field: string
  label: string
  language: 'html' | 'css'
}

/** P-256. */
const HEIGHT = '400px'

export default function CodeEditor({ field, label, language }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = document.getElementById(field) as HTMLTextAreaElement | null
    // Its popup was closed before the editor could be made.
    if (!area) return undefined
    const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: area.value,
        extensions: [
          basicSetup,
          language === 'css' ? css() : html(),
          dracula,
          EditorState.phrases.of(PHRASES),
          EditorView.theme({ '&': { height: HEIGHT } }),
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            area.value = update.state.doc.toString()
            area.dispatchEvent(new Event('input', { bubbles: true }))
          }),
        ],
      }),
    })
    area.hidden = true
    return () => {
      view.destroy()
      area.hidden = false
    }
  }, [field, label, language])
  return <div className="code-editor" ref={place} />
}
