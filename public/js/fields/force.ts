/** Ticks and locks what is forced; what is let go of again gets back what was chosen by hand. */
export function force(input: HTMLInputElement | null, forced: boolean): void {
  if (!input || input.disabled === forced) return
  if (forced) input.dataset.chosen = String(input.checked)
  input.checked = forced || input.dataset.chosen === 'true'
  input.disabled = forced
}
