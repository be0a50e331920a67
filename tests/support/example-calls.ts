import type { Cheerio, CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'
import type { ExampleCall, Route, Screen } from '../../src/platform/screens/screen.ts'
import type { Answer, Browser, FormValue } from './app.ts'
import { upload } from './upload.ts'

export type Form = Record<string, FormValue>

/** The address of a route with the parameters and the query of its example. */
export function fill(path: string, call: ExampleCall, foreign: ExampleCall['foreign'] = null): string {
  const params = { ...call.params, ...foreign }
  const filled = path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_all, name: string) =>
    encodeURIComponent(String(params[name] ?? 1)),
  )
  const asked = Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(foreign?.[name] ?? value),
  ])
  const query = new URLSearchParams(asked).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** What a browser sends of a control. */
function valuesOf(control: Cheerio<Element>, $: CheerioAPI): string[] {
  if (control.is('select'))
    return control
      .find('option[selected]')
      .toArray()
      .map((option) => option.attribs.value ?? $(option).text())
  if (control.is('textarea')) return [control.text()]
  if (control.is('[type=checkbox], [type=radio]') && !control.is('[checked]')) return []
  return [control.attr('value') ?? (control.is('[type=checkbox]') ? 'on' : '')]
}

/** What a browser would send of the fields in a fragment. */
export function shownFields($: CheerioAPI): Form {
  const fields: Form = {}
  $('template').remove()
  for (const element of $('input[name], select[name], textarea[name]').not('[disabled], [type=file]')) {
    const name = element.attribs.name!
    for (const value of valuesOf($(element), $)) {
      const before = fields[name]
      fields[name] = before === undefined ? value : [before, value].flat()
    }
  }
  return fields
}

/** Makes what the example needs, and answers the id of what was made last. */
export async function makeFirst(browser: Browser, call: ExampleCall): Promise<number> {
  let made = 0
  for (const { path, form } of call.first ?? []) {
    const answer = await (form ? browser.post(path, form) : browser.get(path))
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    if (form && answer.status === 200) made = answer.json<{ id: number }>().id
  }
  return made
}

/**
 * The form of an example as a browser would send it: what its address shows, in a wizard step after step, with what the
 * example fills in.
 */
export async function formOf(browser: Browser, screen: Screen, call: ExampleCall): Promise<Form> {
  const made = await makeFirst(browser, call)
  const filled: Form = typeof call.form === 'function' ? call.form(made) : { ...call.form }
  if (screen.kind !== 'form' && screen.kind !== 'wizard') return filled
  const url = fill(screen.path, call)
  const { $ } = await browser.get(url)
  const steps = $('[data-step-key]').toArray()
  let form: Form = { ...shownFields($), ...filled }
  for (const step of steps.slice(1)) {
    const key = step.attribs['data-step-key']!
    const answer = await browser.post(`${url}${url.includes('?') ? '&' : '?'}step=${key}`, form)
    // Whatever a step wants that is not there, sending the whole says too.
    if (answer.status !== 200) break
    form = { ...form, ...shownFields(answer.$), ...filled }
  }
  return form
}

/** Sends a call that changes something, as our own pages do; with `foreign` for the record that it names. */
export function send(
  browser: Browser,
  { method, path }: Route,
  call: ExampleCall,
  form: Form,
  foreign: ExampleCall['foreign'] = null,
): Promise<Answer> {
  const url = fill(path, call, foreign)
  const named = Object.entries(foreign ?? {}).filter(([name]) => name in form)
  const sent = { ...form, ...Object.fromEntries(named) }
  if (method === 'POST')
    return call.file
      ? upload(browser, url, sent as Record<string, string>, { name: call.file.name, bytes: call.file.content })
      : browser.post(url, sent)
  if (method === 'DELETE') return browser.delete(`${url}?${encoded(sent)}`)
  return guardedGet(browser, url)
}

/** The same as another site would send it, which does not know the CSRF token. */
export function sendWithoutToken(
  browser: Browser,
  { method, path }: Route,
  call: ExampleCall,
  form: Form,
): Promise<Answer> {
  const body = encoded(form)
  const headers = { 'HX-Request': 'true', 'content-type': 'application/x-www-form-urlencoded' }
  return browser.request(fill(path, call), { method, headers, ...(method === 'GET' ? {} : { body }) })
}

async function guardedGet(browser: Browser, url: string): Promise<Answer> {
  const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
  const headers = { 'HX-Request': 'true', 'X-CSRF-Token': token, 'Sec-Fetch-Site': 'same-origin' }
  return browser.request(url, { headers })
}

function encoded(form: Form): string {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  )
  return new URLSearchParams(pairs).toString()
}
