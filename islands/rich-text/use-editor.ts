import { useEffect, useReducer, useRef, useState } from 'react'
import { type Content, Editor, type EditorOptions } from '@tiptap/core'

type Field = HTMLTextAreaElement | HTMLInputElement

interface Options extends Pick<EditorOptions, 'extensions'> {
  /** Id of the field that the editor stands for; the form sends that. */
  field: string
  read: (value: string) => Content
  write: (editor: Editor) => string
  editorProps: EditorOptions['editorProps']
}

/**
 * An editor over a field of the form, which is written to only when something changes. Made with the element and destroyed
 * with it: closing a popup takes its editors along (P-149).
 * @param options made once: another one makes another editor
 */
export function useEditor({ field, read, write, extensions, editorProps }: Options) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const input = document.getElementById(field) as Field | null
    // Its popup was closed before the editor could be made.
    if (!input) return undefined
    const made = new Editor({
      element: place.current,
      extensions,
      content: read(input.value),
      // A style element of its own would be refused by the policy of the page.
      injectCSS: false,
      editorProps,
      onUpdate: () => {
        input.value = write(made)
        // The form watches its fields, to ask before what was typed gets lost.
        input.dispatchEvent(new Event('input', { bubbles: true }))
      },
      onTransaction: redraw,
    })
    const focus = () => made.commands.focus()
    const labels = [...(input.labels ?? [])]
    labels.forEach((label) => label.addEventListener('click', focus))
    setEditor(made)
    return () => {
      labels.forEach((label) => label.removeEventListener('click', focus))
      made.destroy()
      setEditor(null)
    }
  }, [field, read, write, extensions, editorProps])
  return { place, editor }
}
