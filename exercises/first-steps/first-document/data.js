// The library starts empty.

function rows() {
  return {};
}
