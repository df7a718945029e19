/** The HTML of the contact sheet. */

export interface Picture {
  /** Name of the state. */
  state: string
  /** Name of the file, beside the sheet. */
  file: string
  /** CSS pixels of the picture, and of the part that is seen without scrolling. */
  width: number
  height: number
  fold: number
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function figure({ state, file, width, height, fold }: Picture): string {
  const percent = (100 * fold) / height
  return `<figure style="--width:${width}"><a href="${file}"><img src="${file}" alt="${escapeHtml(state)} at ${width} px">
<i style="top:${percent.toFixed(2)}%"></i></a><figcaption>${escapeHtml(state)}, ${width} px</figcaption></figure>`
}

/** Returns a page with the pictures of each group; a dashed line shows where the first view ends. */
export function sheetHtml(
  groups: readonly { name: string; states: readonly string[] }[],
  pictures: readonly Picture[],
): string {
  const body = groups.map(({ name, states }) => {
    const figures = states.flatMap((state) =>
      pictures
        .filter((picture) => picture.state === state)
        .sort((one, other) => one.width - other.width)
        .map(figure),
    )
    return `<h2>${escapeHtml(name)}</h2><div>${figures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of the shop</title>
<style>
body { margin: 16px; font: 14px system-ui; background: #e8e8e8 }
div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0; width: calc(var(--width) * 0.2px + 90px) }
a { display: block; position: relative; overflow: hidden }
img { display: block; width: 100%; background: #fff }
i { position: absolute; left: 0; right: 0; border-top: 2px dashed #d00 }
</style>${body.join('')}</html>
`
}
