/** A rich-text editor in Dutch over a text area that holds its HTML; the form sends the text area. */
import { useEffect, useReducer, useRef, useState, type ReactNode } from 'react'
import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import link from '@tabler/icons/outline/link.svg?raw'
import repeat from '@tabler/icons/outline/repeat.svg?raw'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { LinkForm } from './link-form.tsx'
import { LoopForm } from './loop-form.tsx'
import { Toolbar } from './toolbar.tsx'
import { variableNode, withChips, withCode } from './variables.ts'

interface Props extends EditorProps {
  /** Id of the text area. */
  field: string
  label: string
}

const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
]

function write(field: HTMLTextAreaElement, editor: Editor): void {
  field.value = editor.isEmpty ? '' : withCode(editor.getHTML())
  // The form watches its fields, to ask before what was typed gets lost.
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Made with the element and destroyed with it: closing a popup takes its editors along (P-149). */
function useEditor({ field, label, variables }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const area = document.getElementById(field) as HTMLTextAreaElement
    const made = new Editor({
      element: place.current,
      extensions: [...EXTENSIONS, variableNode(variables)],
      content: withChips(area.value, variables),
      // A style element of its own would be refused by the policy of the page.
      injectCSS: false,
      editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: 'nl' } },
      onUpdate: () => write(area, made),
      onTransaction: redraw,
    })
    setEditor(made)
    return () => {
      made.destroy()
      setEditor(null)
    }
  }, [field, label, variables])
  return { place, editor }
}

export default function RichText(props: Props): ReactNode {
  const { place, editor } = useEditor(props)
  const [asking, setAsking] = useState<'loop' | 'link' | null>(null)
  const { variables, loops } = props

  const putLoop = (paragraphs: string[] | null) => {
    setAsking(null)
    const content = paragraphs?.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
    if (content) editor?.chain().focus().insertContent(content).run()
    else editor?.commands.focus()
  }
  const putLink = (href: string | null) => {
    setAsking(null)
    const chain = editor?.chain().focus().extendMarkRange('link')
    if (href === null || href === '') chain?.unsetLink().run()
    else if (editor?.state.selection.empty && !editor.isActive('link'))
      chain
        ?.insertContent({
          type: 'text',
          text: href.replace(/^mailto:|^tel:/, ''),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    else chain?.setLink({ href }).run()
  }

  return (
    <div className="rich-text">
      <Toolbar editor={editor}>
        <button
          className="icon-btn"
          type="button"
          aria-label="Link"
          title="Link"
          aria-pressed={editor?.isActive('link') ?? false}
          onClick={() => setAsking('link')}
        >
          <Icon svg={link} className="ic ic-sm" />
        </button>
        {loops.length > 0 && (
          <button
            className="icon-btn"
            type="button"
            aria-label="Lijst herhalen"
            title="Lijst herhalen"
            onClick={() => setAsking('loop')}
          >
            <Icon svg={repeat} className="ic ic-sm" />
          </button>
        )}
        {variables.length > 0 && (
          <select
            className="form-select"
            aria-label="Gegeven invoegen"
            value=""
            onChange={(event) => {
              editor
                ?.chain()
                .focus()
                .insertContent({ type: 'variable', attrs: { name: event.target.value } })
                .run()
            }}
          >
            <option value="">Gegeven invoegen</option>
            {variables.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Toolbar>
      <div ref={place} />
      {asking === 'loop' && <LoopForm loops={loops} onDone={putLoop} />}
      {asking === 'link' && <LinkForm href={String(editor?.getAttributes('link').href ?? '')} onDone={putLink} />}
    </div>
  )
}
