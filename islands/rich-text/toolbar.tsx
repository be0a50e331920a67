import { type MouseEvent, type ReactNode } from 'react'
import { type Editor } from '@tiptap/core'
import back from '@tabler/icons/outline/arrow-back-up.svg?raw'
import forward from '@tabler/icons/outline/arrow-forward-up.svg?raw'
import quote from '@tabler/icons/outline/blockquote.svg?raw'
import bold from '@tabler/icons/outline/bold.svg?raw'
import heading from '@tabler/icons/outline/heading.svg?raw'
import italic from '@tabler/icons/outline/italic.svg?raw'
import numbers from '@tabler/icons/outline/list-numbers.svg?raw'
import bullets from '@tabler/icons/outline/list.svg?raw'
import strike from '@tabler/icons/outline/strikethrough.svg?raw'
import underline from '@tabler/icons/outline/underline.svg?raw'
import { Icon } from '../shared/icon.tsx'

interface Tool {
  label: string
  svg: string
  active?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const TOOLS: Tool[] = [
  { label: 'Vet', svg: bold, active: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
  {
    label: 'Cursief',
    svg: italic,
    active: (e) => e.isActive('italic'),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Onderstreept',
    svg: underline,
    active: (e) => e.isActive('underline'),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Doorgehaald',
    svg: strike,
    active: (e) => e.isActive('strike'),
    run: (e) => e.chain().focus().toggleStrike().run(),
  },
  {
    label: 'Kop',
    svg: heading,
    active: (e) => e.isActive('heading'),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Opsomming',
    svg: bullets,
    active: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Genummerde lijst',
    svg: numbers,
    active: (e) => e.isActive('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Citaat',
    svg: quote,
    active: (e) => e.isActive('blockquote'),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { label: 'Ongedaan maken', svg: back, can: (e) => e.can().undo(), run: (e) => e.chain().focus().undo().run() },
  { label: 'Opnieuw', svg: forward, can: (e) => e.can().redo(), run: (e) => e.chain().focus().redo().run() },
]

/** The press of a button leaves the cursor in the text, so that who types on loses no letter. */
function keepCursor(event: MouseEvent): void {
  event.preventDefault()
}

/** The buttons above the text; arrow keys are left to the text itself, each button is a stop of its own. */
export function Toolbar({ editor, children }: { editor: Editor | null; children: ReactNode }): ReactNode {
  return (
    <div className="rich-text-bar" role="toolbar" aria-label="Opmaak">
      {TOOLS.map(({ label, svg, active, can, run }) => (
        <button
          key={label}
          className="icon-btn"
          type="button"
          aria-label={label}
          title={label}
          {...(active ? { 'aria-pressed': editor !== null && active(editor) } : {})}
          disabled={editor === null || (can !== undefined && !can(editor))}
          onMouseDown={keepCursor}
          onClick={() => editor && run(editor)}
        >
          <Icon svg={svg} className="ic ic-sm" />
        </button>
      ))}
      {children}
    </div>
  )
}
