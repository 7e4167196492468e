import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CalibrationFigure, calibrationFigures } from './calibration-figures.ts';

const rounded = (figure: CalibrationFigure | null | undefined) =>
  figure && [figure.value, figure.low, figure.high].map((each) => Number(each.toFixed(4)));

test('the figures of a record, worked by hand', () => {
  const { outcomes, accuracy, brier, curve } = calibrationFigures([
    { hundredth: 62, ups: 12, downs: 8 },
    { hundredth: 68, ups: 15, downs: 5 },
    { hundredth: 50, ups: 6, downs: 4 },
    { hundredth: 30, ups: 4, downs: 6 },
  ]);
  assert.equal(outcomes, 60);
  // It leaned in 50, and 12 + 15 + 6 came so: Wilson's interval of 33 in 50.
  assert.deepEqual(rounded(accuracy), [0.66, 0.5215, 0.7756]);
  // (12 x 0.1444 + 8 x 0.3844 + 15 x 0.1024 + 5 x 0.4624 + 10 x 0.25 + 4 x 0.49 + 6 x 0.09) / 60 = 13.656 / 60.
  // Their deviation is 0.1417: 1.96 x 0.1417 / √60 = 0.0359 to either side.
  assert.deepEqual(rounded(brier), [0.2276, 0.1917, 0.2635]);
  assert.deepEqual(
    curve.map((point) => [point.from, point.to, point.outcomes, point.said, rounded(point.came)]),
    [
      [0.3, 0.4, 10, 0.3, [0.4, 0.1682, 0.6873]],
      [0.5, 0.6, 10, 0.5, [0.6, 0.3127, 0.8318]],
      [0.6, 0.7, 40, 0.65, [0.675, 0.5202, 0.7992]],
    ],
  );
});

test('without outcomes there are no figures', () => {
  const nothing = { outcomes: 0, accuracy: null, brier: null, curve: [] };
  assert.deepEqual(calibrationFigures([]), nothing);
  assert.deepEqual(calibrationFigures([{ hundredth: 60, ups: 0, downs: 0 }]), nothing);
});

test('who never leans has a Brier score and no accuracy', () => {
  const { accuracy, brier } = calibrationFigures([{ hundredth: 50, ups: 3, downs: 9 }]);
  assert.equal(accuracy, null);
  assert.deepEqual(brier, { value: 0.25, low: 0.25, high: 0.25 });
});

test('the outermost chances lie in the outermost tenths', () => {
  const { curve, brier } = calibrationFigures([
    { hundredth: 1, ups: 1, downs: 0 },
    { hundredth: 99, ups: 0, downs: 1 },
  ]);
  assert.deepEqual(
    curve.map(({ from, to, said }) => [from, to, said]),
    [
      [0, 0.1, 0.01],
      [0.9, 1, 0.99],
    ],
  );
  assert.ok(brier && brier.high <= 1 && brier.low >= 0);
});
