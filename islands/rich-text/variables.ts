import { type JSONContent, Node, nodeInputRule } from '@tiptap/core'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { codeWords } from './code-words.ts'

/** A piece of code of a template: what is filled in, or a loop or condition. */
const CODE = /\{\{[^{}<>]+\}\}|\{%[^{}<>]+%\}/

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const NAMED = Object.fromEntries(Object.entries(ENTITIES).map(([char, entity]) => [entity, char]))
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)
const asText = (text: string): string => text.replace(/[&<>\u00a0]/g, (char) => ENTITIES[char]!)
const decoded = (html: string): string => html.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => NAMED[entity]!)

/** The HTML with an element in the place of each piece of code, by what it says; addresses of links stay as they are. */
export function withChips(html: string, props: EditorProps): string {
  const wordsOf = codeWords(props)
  return html.replace(new RegExp(`<[^>]*>|${CODE.source}`, 'g'), (found) => {
    if (found.startsWith('<')) return found
    const code = decoded(found)
    return `<span data-code="${escaped(code)}">${escaped(wordsOf(code))}</span>`
  })
}

/** The HTML as it is kept: each piece of code, exactly as it was, in the place of its element. */
export const withCode = (html: string): string =>
  html.replace(/<span[^>]*\bdata-code="([^"]*)"[^>]*>[^<]*<\/span>/g, (_all, code: string) => asText(decoded(code)))

/** A line of plain text as the nodes of an editor, with the code in it by what it says. */
export function lineContent(text: string, props: EditorProps): JSONContent[] {
  const wordsOf = codeWords(props)
  return text
    .split(new RegExp(`(${CODE.source})`))
    .filter(Boolean)
    .map((part) =>
      CODE.test(part)
        ? { type: 'variable', attrs: { code: part, label: wordsOf(part) } }
        : { type: 'text', text: part },
    )
}

/** A variable as it is put in. */
export const variable = ({ name, label }: { name: string; label: string }): JSONContent => ({
  type: 'variable',
  attrs: { code: `{{ ${name} }}`, label },
})

/** A piece of code in the text: one thing, under the name that people have for it. */
export const variableNode = (props: EditorProps) =>
  Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      code: { default: '', parseHTML: (element: HTMLElement) => element.dataset.code },
      label: { default: '', parseHTML: (element: HTMLElement) => element.textContent },
    }),
    parseHTML: () => [{ tag: 'span[data-code]' }],
    renderHTML: ({ node }) => {
      const { code, label } = node.attrs as { code: string; label: string }
      return ['span', { 'data-code': code, class: code.startsWith('{%') ? 'var var--tag' : 'var' }, label]
    },
    renderText: ({ node }) => String(node.attrs.code),
    // Who knows the code types it.
    addInputRules() {
      const attributes = ({ 0: code }: { 0: string }) => ({ code, label: codeWords(props)(code) })
      return [nodeInputRule({ find: new RegExp(`(?:${CODE.source})$`), type: this.type, getAttributes: attributes })]
    },
  })
