# Leads node-gyp to the same CMake build: `node-gyp rebuild` leaves build/Release/tile_simd.node as well.
# npm does not come here by itself ("gypfile": false and an explicit install script in package.json).
{
  "targets": [
    {
      "target_name": "tile_simd",
      "type": "none",
      "actions": [
        {
          "action_name": "cmake",
          "inputs": [
            "CMakeLists.txt",
            "package.json",
            "<!@(node -p \"['cmake', 'native'].flatMap((f) => fs.readdirSync(f, { recursive: true }).filter((n) => n.includes('.')).map((n) => f + '/' + n)).join(' ')\")"
          ],
          "outputs": ["<(PRODUCT_DIR)/tile_simd.node"],
          "action": ["node", "<(module_root_dir)/scripts/build-native.mjs"]
        }
      ]
    }
  ]
}
