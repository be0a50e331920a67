/** A line of text with chips in Dutch over an input that holds it with its code; the form sends the input. */
import { useMemo, type ReactNode } from 'react'
import { type Editor, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { useEditor } from './use-editor.ts'
import { VariableMenu } from './variable-menu.tsx'
import { lineContent, variableNode } from './variables.ts'

interface Props extends EditorProps {
  /** Id of the input. */
  field: string
  label: string
}

/** What is on one line. */
const Line = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

const PLAIN = StarterKit.configure({
  blockquote: false,
  bold: false,
  bulletList: false,
  code: false,
  codeBlock: false,
  document: false,
  hardBreak: false,
  heading: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  strike: false,
  trailingNode: false,
  underline: false,
})

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ')

const optionsOf = ({ field, label, ...props }: Props) => ({
  field,
  extensions: [Line, PLAIN, variableNode(props)],
  read: (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: lineContent(text, props) }] }),
  write: (editor: Editor) => editor.getText(),
  editorProps: {
    attributes: { role: 'textbox', 'aria-label': label, 'aria-required': 'true', lang: 'nl', 'data-face': '' },
    // Enter would make a second line, or send what is not finished.
    handleKeyDown: (_view: unknown, event: KeyboardEvent) => event.key === 'Enter',
  },
})

export default function SubjectLine(props: Props): ReactNode {
  const options = useMemo(() => optionsOf(props), [props])
  const { place, editor } = useEditor(options)
  return (
    <div className="rich-text rich-text--line">
      <div
        ref={place}
        onPasteCapture={(event) => {
          event.preventDefault()
          event.stopPropagation()
          const text = oneLine(event.clipboardData.getData('text/plain'))
          editor?.commands.insertContent(lineContent(text, props))
        }}
      />
      <VariableMenu editor={editor} variables={props.variables} label="Gegeven invoegen in het onderwerp" />
    </div>
  )
}
