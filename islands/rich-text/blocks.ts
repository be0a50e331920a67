import { type EditorProps } from '../../src/system/messages/editor.contract.ts'

/** What is only there for some, or once for each of a list: from its first piece of code to its last, as HTML. */
interface Block {
  from: number
  to: number
}

const PIECE = /<(\/?)(\w+)[^>]*>|\{\{[^{}<>]+\}\}|\{%-?\s*(\w+)[^{}<>]*%\}/g
const OPENS = ['if', 'unless', 'for']
const ALONE = ['br', 'hr', 'img']

/** A block that is not over yet, with the elements that end and begin since it began. */
interface Open extends Block {
  tag: string
  ended: string[]
  begun: string[]
}

function pass(open: Open[], name: string, isEnd: boolean): void {
  if (ALONE.includes(name)) return
  for (const block of open) {
    if (!isEnd) block.begun.push(name)
    else if (block.begun.length > 0) block.begun.pop()
    else block.ended.push(name)
  }
}

/** Whether what stands around it stays whole without it: it ends the elements that it begins again, such as paragraphs. */
const isWhole = ({ ended, begun }: Open): boolean => ended.toReversed().join() === begun.join()

/**
 * The blocks of a text that can stand as one thing each, in their order; what is in one of them is not one by itself.
 * @param opened what is shown piece by piece
 */
export function blocksOf(html: string, opened: ReadonlySet<string>): Block[] {
  const open: Open[] = []
  let found: Block[] = []
  for (const { 0: piece, 1: slash, 2: element, 3: tag, index } of html.matchAll(PIECE)) {
    if (element !== undefined) pass(open, element.toLowerCase(), slash === '/')
    else if (tag !== undefined && OPENS.includes(tag)) open.push({ tag, from: index, to: index, ended: [], begun: [] })
    else if (tag?.startsWith('end') === true) {
      const block = open.pop()
      // What does not close is no block, and nothing around it is.
      if (!block || tag !== `end${block.tag}`) return []
      const to = index + piece.length
      if (!isWhole(block) || opened.has(html.slice(block.from, to))) continue
      found = [...found.filter(({ from }) => from < block.from), { from: block.from, to }]
    }
  }
  return open.length > 0 ? [] : found
}

/** Whether this is all of a block, and no single piece of code. */
export const isBlock = (source: string): boolean => /\{%-?\s*end\w+\s*-?%\}$/.test(source)

/** What a block is called: by the list that it is about, where that has a name. */
export function blockWords(source: string, { loops }: EditorProps): string {
  const [, each, given] =
    /^\{%-?\s*(?:for\s+\w+\s+in\s+([\w.]+)|if\s+([\w.]+)\s*(?:!=\s*(?:blank|empty|nil)\s*)?-?%\})/.exec(source) ?? []
  const labelOf = (name: string | undefined) => loops.find((loop) => loop.name === name)?.label
  if (each !== undefined && labelOf(each) !== undefined) return `${labelOf(each)} (voor elk)`
  if (labelOf(given) !== undefined) return `${labelOf(given)} (alleen als die er zijn)`
  return 'Voorwaardelijk deel'
}
