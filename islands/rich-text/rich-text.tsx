/** A rich-text editor in Dutch over a text area that holds its HTML; the form sends the text area. */
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { type Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import link from '@tabler/icons/outline/link.svg?raw'
import unfold from '@tabler/icons/outline/fold-down.svg?raw'
import repeat from '@tabler/icons/outline/repeat.svg?raw'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { LinkForm } from './link-form.tsx'
import { LoopForm } from './loop-form.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEditor } from './use-editor.ts'
import { VariableMenu } from './variable-menu.tsx'
import { isBlock } from './blocks.ts'
import { escaped, variableNode, withChips, withCode } from './variables.ts'

interface Props extends EditorProps {
  /** Id of the text area. */
  field: string
  label: string
}

const KIT = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: { levels: [2, 3] },
  link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
})

const optionsOf = ({ field, label, ...props }: Props) => ({
  field,
  extensions: [KIT, variableNode(props)],
  read: (html: string) => withChips(html, props),
  write: (editor: Editor) => (editor.isEmpty ? '' : withCode(editor.getHTML())),
  editorProps: {
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: 'nl', 'data-face': '' },
  },
})

export default function RichText(props: Props): ReactNode {
  const options = useMemo(() => optionsOf(props), [props])
  const { place, editor } = useEditor(options)
  const [asking, setAsking] = useState<'loop' | 'link' | null>(null)
  const { variables, loops } = props
  const opened = useRef(new Set<string>())
  const source = editor?.isActive('variable') ? String(editor.getAttributes('variable').source ?? '') : ''

  /** Shows a block piece by piece. The text is the same, so nothing is written. */
  const unfoldBlock = () => {
    opened.current.add(source)
    const shown = withChips(withCode(editor!.getHTML()), props, opened.current)
    editor!.chain().setContent(shown, { emitUpdate: false }).focus().run()
  }

  const putLoop = (paragraphs: string[] | null) => {
    setAsking(null)
    const html = paragraphs?.map((text) => `<p>${escaped(text)}</p>`).join('')
    if (html !== undefined) editor?.chain().focus().insertContent(withChips(html, props)).run()
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
        {isBlock(source) && (
          <button className="btn btn-sm" type="button" onClick={unfoldBlock}>
            <Icon svg={unfold} className="ic ic-sm" />
            Uitklappen
          </button>
        )}
        <VariableMenu editor={editor} variables={variables} label="Gegeven invoegen" />
      </Toolbar>
      <div ref={place} />
      {asking === 'loop' && <LoopForm loops={loops} onDone={putLoop} />}
      {asking === 'link' && <LinkForm href={String(editor?.getAttributes('link').href ?? '')} onDone={putLink} />}
    </div>
  )
}
