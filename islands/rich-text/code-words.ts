import { type EditorProps } from '../../src/system/messages/editor.contract.ts'

const JOINS: Record<string, string> = { and: 'en', or: 'of' }
const COMPARED: Record<string, string> = {
  '==': 'gelijk is aan',
  '!=': 'niet gelijk is aan',
  '>': 'meer is dan',
  '<': 'minder is dan',
  '>=': 'minstens is',
  '<=': 'hooguit is',
  contains: 'bevat',
}
const EMPTY = ['blank', 'empty', 'nil']
/** What is done to a value, where that is more than its name. */
const FILTERS: Record<string, string> = {
  downcase: 'in kleine letters',
  upcase: 'in hoofdletters',
  capitalize: 'met een hoofdletter',
}

/**
 * Says in words what pieces of template code do: '{% for d in onderdelen %}' is 'Voor elk van: Onderdelen'. What is said
 * of a list's items depends on the loop around them, so the pieces of a text are given in their order.
 */
export function codeWords({ variables, loops }: EditorProps): (code: string) => string {
  const around: { item: string; list: string }[] = []

  function nameOf(name: string): string {
    const known = [...variables, ...loops].find((one) => one.name === name)
    if (known) return known.label
    const [item = '', key] = name.split('.')
    const list = around.findLast((loop) => loop.item === item)?.list
    return loops.find((loop) => loop.name === list)?.each.find((field) => field.name === key)?.label ?? name
  }
  const valueOf = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? nameOf(value)

  function conditionOf(text: string): string {
    const [, left = text, operator, right = ''] = /^(\S+)\s*(==|!=|>=|<=|>|<|\bcontains\b)\s*(.+)$/.exec(text) ?? []
    const isGiven = operator === undefined || (operator === '!=' && EMPTY.includes(right))
    if (isGiven) return `${nameOf(left)} is ingevuld`
    if (operator === '==' && EMPTY.includes(right)) return `${nameOf(left)} leeg is`
    return `${nameOf(left)} ${COMPARED[operator]!} ‘${valueOf(right)}’`
  }
  const conditionsOf = (text: string) =>
    text
      .split(/\s+(and|or)\s+/)
      .map((part) => JOINS[part] ?? conditionOf(part))
      .join(' ')

  const tags: Record<string, (rest: string) => string> = {
    for: (rest) => {
      const [, item = '', list = '', more = ''] = /^(\w+)\s+in\s+([\w.]+)\s*(.*)$/.exec(rest) ?? []
      around.push({ item, list })
      return `Voor elk van: ${nameOf(list)}${more && ` (${more})`}`
    },
    endfor: () => {
      around.pop()
      return 'Einde van de herhaling'
    },
    if: (rest) => `Als ${conditionsOf(rest)}`,
    unless: (rest) => `Behalve als ${conditionsOf(rest)}`,
    elsif: (rest) => `Anders, als ${conditionsOf(rest)}`,
    else: () => 'Anders',
    endif: () => 'Einde van als',
    endunless: () => 'Einde van behalve',
  }

  return (code) => {
    const inner = code.replace(/^\{[{%]-?\s*|\s*-?[%}]\}$/g, '')
    if (code.startsWith('{%')) {
      const [, tag = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(inner) ?? []
      return Object.hasOwn(tags, tag) ? tags[tag]!(rest) : inner
    }
    const [name = '', ...filters] = inner.split(/\s*\|\s*/)
    return filters.length > 0
      ? `${valueOf(name)} (${filters.map((filter) => FILTERS[filter] ?? filter).join(', ')})`
      : valueOf(name)
  }
}
