import { Node } from '@tiptap/core'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'

type Variables = EditorProps['variables']

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!)

/** The HTML with an element in the place of each variable that is known: '{{ ontvanger.naam }}' by its name. */
export const withChips = (html: string, variables: Variables): string =>
  html.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (code, name: string) => {
    const known = variables.find((variable) => variable.name === name)
    return known ? `<span data-variable="${escaped(name)}">${escaped(known.label)}</span>` : code
  })

/** The HTML as it is kept: the code of each variable in the place of its element. */
export const withCode = (html: string): string =>
  html.replace(/<span[^>]*\bdata-variable="([\w.]+)"[^>]*>[^<]*<\/span>/g, (_all, name: string) => `{{ ${name} }}`)

/** A variable in the text: one thing, under the name that people have for it. */
export const variableNode = (variables: Variables) =>
  Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: {
        default: '',
        parseHTML: (element: HTMLElement) => element.dataset.variable,
        renderHTML: ({ name }) => ({ 'data-variable': String(name) }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-variable]' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      { ...HTMLAttributes, class: 'var' },
      variables.find(({ name }) => name === node.attrs.name)?.label ?? String(node.attrs.name),
    ],
    renderText: ({ node }) => `{{ ${String(node.attrs.name)} }}`,
  })
