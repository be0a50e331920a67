import type { MailVariable } from './points.ts'
import { SENDER_VARIABLES } from './template.rules.ts'
import type { EditorProps } from './editor.contract.ts'

/** What the rich-text editor offers to put in: single values, and lists to loop over. */
export function editorProps(variables: MailVariable[]): EditorProps {
  const all = [...new Map([...variables, ...SENDER_VARIABLES].map((variable) => [variable.name, variable])).values()]
  return {
    variables: all.filter(({ each }) => !each).map(({ name, label }) => ({ name, label })),
    loops: all.flatMap(({ name, label, each }) => (each ? [{ name, label, each }] : [])),
  }
}
