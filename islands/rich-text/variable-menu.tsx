import { type ReactNode } from 'react'
import { type Editor } from '@tiptap/core'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { variable } from './variables.ts'

interface Props {
  editor: Editor | null
  variables: EditorProps['variables']
  label: string
}

/** Puts what is chosen in where the cursor is. */
export function VariableMenu({ editor, variables, label }: Props): ReactNode {
  if (variables.length === 0) return null
  return (
    <select
      className="form-select"
      aria-label={label}
      value=""
      onChange={(event) => {
        const chosen = variables.find(({ name }) => name === event.target.value)
        if (chosen) editor?.chain().focus().insertContent(variable(chosen)).run()
      }}
    >
      <option value="">Gegeven invoegen</option>
      {variables.map(({ name, label: words }) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}
