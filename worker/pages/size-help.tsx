/** How to read the numbers on a sidewall, in the order in which they stand there. */
const PARTS = [
  { mark: '225', text: 'Section width in millimeters, across the tire at its widest.' },
  { mark: '45', text: 'Sidewall height in percent of the width. Lower is flatter.' },
  { mark: 'R', text: 'Construction: R is radial, ZR radial for high speed.' },
  { mark: '17', text: 'Diameter of the rim in inches. It must be the rim you have.' },
  { mark: '94', text: 'Load index: 94 carries 1,477 lb per tire. Never go below what the car asks for.' },
  { mark: 'W', text: 'Speed rating: W is up to 168 mph.' },
] as const

export function SizeHelp() {
  return (
    <section className="size-help" id="help" aria-labelledby="help-title">
      <div className="chapter">
        <h2 className="t-40" id="help-title">
          Where do I find my size?
        </h2>
      </div>
      <p className="measure">
        On the sidewall of the tires you have, on the sticker inside the driver's door, and in the owner's
        manual. It looks like <b className="cond nowrap">225/45R17 94W</b>. Some cars have other sizes at the
        back: look at both.
      </p>
      <dl className="size-parts">
        {PARTS.map(({ mark, text }) => (
          <div key={mark}>
            <dt className="cond">{mark}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
