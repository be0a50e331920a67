import { type JSONContent, Node, nodeInputRule } from '@tiptap/core'
import { type EditorProps } from '../../src/system/messages/editor.contract.ts'
import { blockWords, blocksOf } from './blocks.ts'
import { codeWords } from './code-words.ts'

/** A piece of code of a template: what is filled in, or a loop or condition. */
const CODE = /\{\{[^{}<>]+\}\}|\{%[^{}<>]+%\}/

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const NAMED = Object.fromEntries(Object.entries(ENTITIES).map(([char, entity]) => [entity, char]))
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)
const asText = (text: string): string => text.replace(/[&<>\u00a0]/g, (char) => ENTITIES[char]!)
const decoded = (html: string): string => html.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => NAMED[entity]!)

/**
 * The HTML with an element in the place of each piece of code, by what it says, and in that of each block one for all of
 * it; addresses of links stay as they are.
 * @param opened the blocks that are shown piece by piece
 */
export function withChips(html: string, props: EditorProps, opened: ReadonlySet<string> = new Set()): string {
  const wordsOf = codeWords(props)
  const pieces = (text: string) =>
    text.replace(new RegExp(`<[^>]*>|${CODE.source}`, 'g'), (found) => {
      if (found.startsWith('<')) return found
      const code = decoded(found)
      const words = escaped(wordsOf(code))
      // Other spellings of a sign than the one that is written here stay as they are.
      if (asText(code) !== found) return `<span data-source="${escaped(found)}">${words}</span>`
      return `<span data-code="${escaped(code)}">${words}</span>`
    })
  let at = 0
  let shown = ''
  for (const { from, to } of blocksOf(html, opened)) {
    const source = html.slice(from, to)
    shown += `${pieces(html.slice(at, from))}<span data-source="${escaped(source)}">${escaped(blockWords(source, props))}</span>`
    at = to
  }
  return shown + pieces(html.slice(at))
}

/** The HTML as it is kept: each piece of code, and each block, exactly as it was, in the place of its element. */
export const withCode = (html: string): string =>
  html.replace(/<span[^>]*?\bdata-(code|source)="([^"]*)"[^>]*>[^<]*<\/span>/g, (_all, kind: string, kept: string) =>
    kind === 'source' ? decoded(kept) : asText(decoded(kept)),
  )

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
      code: { default: '', parseHTML: (element) => element.dataset.code },
      source: { default: null, parseHTML: (element) => element.dataset.source ?? null },
      label: { default: '', parseHTML: (element) => element.textContent },
    }),
    parseHTML: () => [{ tag: 'span[data-code], span[data-source]' }],
    renderHTML: ({ node }) => {
      const { code, source, label } = node.attrs as { code: string; source: string | null; label: string }
      const css = (source ?? code).startsWith('{%') ? 'var var--tag' : 'var'
      return ['span', { ...(source === null ? { 'data-code': code } : { 'data-source': source }), class: css }, label]
    },
    renderText: ({ node }) => String(node.attrs.code),
    // Who knows the code types it.
    addInputRules() {
      const attributes = ({ 0: code }: { 0: string }) => ({ code, label: codeWords(props)(code) })
      return [nodeInputRule({ find: new RegExp(`(?:${CODE.source})$`), type: this.type, getAttributes: attributes })]
    },
  })
