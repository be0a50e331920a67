import { SaxesParser } from 'saxes'
import { AT, ENTITIES } from './compile.ts'
import { ELEMENTS, valueProblem } from './elements.ts'
import { LayoutRefused, placeOf } from './refused.ts'
import { type Style, readStyle } from './style.ts'

export interface Element {
  name: string
  attributes: Record<string, string>
  style: Style
  /** Where it stands in the code. */
  at: number | undefined
  children: Node[]
}
export type Node = Element | string

/** As many elements as one record comes to at most. */
const MOST = 30_000
const NO_STYLE: Style = {}

/** What is drawn for one record, from what its layout came to. @throws LayoutRefused */
export function treeOf(xml: string, source: string): Element {
  const root: Element = { name: '', attributes: {}, style: NO_STYLE, at: undefined, children: [] }
  const stack = [root]
  const styles = new Map<string, ReturnType<typeof readStyle>>()
  let count = 0
  const refuse = (problem: string, at = stack.at(-1)?.at): never => {
    throw new LayoutRefused(problem, at === undefined ? undefined : placeOf(source, at))
  }
  const parser = new SaxesParser()
  Object.assign(parser.ENTITIES, ENTITIES)
  parser.on('error', () => refuse('Wat hiervan komt, klopt niet.'))
  parser.on('text', (text) => stack.at(-1)!.children.push(text))
  parser.on('opentag', ({ name, attributes: { [AT]: where, ...attributes } }) => {
    if (name === 'layout') return
    if (++count > MOST) refuse('Deze layout wordt te groot.')
    const at = where === undefined ? undefined : Number(where)
    const read = styleOf(name, attributes.style ?? '', styles)
    if ('problem' in read) return refuse(read.problem, at)
    for (const [attribute, value] of Object.entries(attributes)) {
      // What a record says need not be an address; its words stand there all the same.
      const problem = attribute === 'href' ? null : valueProblem(attribute, value)
      if (problem !== null) refuse(problem, at)
    }
    const element: Element = { name, attributes, style: read.style, at, children: [] }
    stack.at(-1)!.children.push(element)
    stack.push(element)
  })
  parser.on('closetag', ({ name }) => {
    if (name !== 'layout') stack.pop()
  })
  parser.write(xml).close()
  return root
}

/** Rows of a table say the same again and again: each is read once. */
function styleOf(name: string, text: string, known: Map<string, ReturnType<typeof readStyle>>) {
  const key = `${name} ${text}`
  let read = known.get(key)
  if (!read) {
    read = readStyle(text)
    if ('style' in read) read = { style: { ...ELEMENTS[name]?.style, ...read.style } }
    known.set(key, read)
  }
  return read
}
