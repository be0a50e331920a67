import { Liquid, LiquidError, type Template } from 'liquidjs'
import type { MailVariable } from '../../platform/manifest.ts'
import { cleanHtml } from './html.rules.ts'

/**
 * Templates of messages are Liquid without any way out: no files (`templates` is an empty map and the tags that include
 * are gone), own properties only, and limits on size, time and memory.
 */
function engineWith(options: { outputEscape?: 'escape' }): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    parseLimit: 200_000,
    renderLimit: 500,
    memoryLimit: 2_000_000,
    ...options,
  })
  for (const tag of ['include', 'render', 'layout', 'block', 'tablerow', 'increment', 'decrement'])
    Reflect.deleteProperty(engine.tags, tag)
  return engine
}
const subjects = engineWith({})
const contents = engineWith({ outputEscape: 'escape' })

/** Variables of every message, whoever it goes to. */
export const SENDER_VARIABLES: MailVariable[] = [
  { name: 'afzender.naam', label: 'Uw naam' },
  { name: 'afzender.email', label: 'Uw e-mailadres' },
  { name: 'organisatie.naam', label: 'Naam van de organisatie' },
]

/** In HTML the editor writes `<` of a condition as `&lt;`; between the marks of Liquid it is meant literally. */
const unescapeCode = (html: string): string =>
  html.replace(/\{[{%][^{}]*[%}]\}/g, (code) =>
    code
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;|&apos;/g, "'")
      .replace(/&nbsp;|\u00a0/g, ' ')
      .replace(/&amp;/g, '&'),
  )
/** A paragraph with nothing but the start or end of a loop would leave an empty line in every message. */
const bareLoops = (html: string): string => html.replace(/<p>\s*(\{%[^%]*%\})\s*<\/p>/g, '$1')

export interface MessageTemplate {
  subject: Template[]
  content: Template[]
}

/** @throws LiquidError for code that cannot be read */
export const parseTemplate = ({ subject, content }: { subject: string; content: string }): MessageTemplate => ({
  subject: subjects.parse(subject),
  content: contents.parse(unescapeCode(bareLoops(cleanHtml(content)))),
})

/** The message for one person; values are escaped, and what comes out is cleaned again. */
export function renderTemplate(
  template: MessageTemplate,
  values: Record<string, unknown>,
): { subject: string; html: string } {
  const subject = subjects.renderSync(template.subject, values) as string
  const html = contents.renderSync(template.content, values) as string
  return { subject: subject.replace(/\s+/g, ' ').trim(), html: cleanHtml(html) }
}

/** Every name a template may use, with those of list items for the loops over them. */
const namesOf = (variables: MailVariable[]) => new Set(variables.map(({ name }) => name))

/** A value for every variable, so that a template is tried before anybody gets it. */
export function sampleValues(variables: MailVariable[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, label, each } of variables) {
    const [group = '', key] = name.split('.')
    const value = each ? [Object.fromEntries(each.map((field) => [field.name, field.label]))] : label
    if (key === undefined) values[group] = value
    else values[group] = { ...(values[group] as object | undefined), [key]: value }
  }
  return values
}

/**
 * What is wrong with a template for these recipients, in Dutch; null when nothing is.
 * @param variables the closed list that may be used
 */
export function templateProblem(
  message: { subject: string; content: string },
  variables: MailVariable[],
): string | null {
  let template: MessageTemplate
  try {
    template = parseTemplate(message)
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return `De code tussen {{ }} of {% %} klopt niet (regel ${error.token.getPosition()[0]}).`
  }
  const known = namesOf(variables)
  const used = [
    ...subjects.globalFullVariablesSync(template.subject),
    ...subjects.globalFullVariablesSync(template.content),
  ]
  const unknown = used.find((name) => !known.has(name))
  if (unknown !== undefined) return `De variabele ${unknown} bestaat niet voor deze ontvangers.`
  try {
    renderTemplate(template, sampleValues(variables))
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return 'Het bericht kan zo niet worden samengesteld: controleer de variabelen in de lijsten.'
  }
}
